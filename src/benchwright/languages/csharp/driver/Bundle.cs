using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Benchwright
{
    /// <summary>
    /// The files inside a self-contained .NET executable. Their list is at the end; the host before them contains its
    /// position. Written in old C#, because an old compiler compiles it first.
    /// </summary>
    public sealed class Bundle
    {
        /// <summary>Follows, in the host, the eight bytes that hold the position of the list.</summary>
        static readonly byte[] Signature =
        {
            0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32,
            0x13, 0xf5, 0xb9, 0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
        };

        const byte Assembly = 1, Dependencies = 3, Configuration = 4;
        const int PageBytes = 4096;
        const string Name = "benchwright";

        public sealed class Entry
        {
            public long Offset, Size, Compressed;
            public byte Kind;
            public string Path;

            public bool IsAssembly { get { return Kind == Assembly && Compressed == 0 && !Path.Contains("/"); } }
        }

        readonly uint major, minor;
        readonly string identity;
        readonly ulong flags;
        public readonly List<Entry> Entries = new List<Entry>();

        /// <summary>Reads the list at `offset`.</summary>
        public Bundle(string host, long offset)
        {
            using (var reader = new BinaryReader(File.OpenRead(host)))
            {
                reader.BaseStream.Position = offset;
                major = reader.ReadUInt32();
                minor = reader.ReadUInt32();
                int count = reader.ReadInt32();
                identity = reader.ReadString();
                reader.ReadBytes(32);
                flags = reader.ReadUInt64();
                for (int i = 0; i < count; i++)
                {
                    Entries.Add(new Entry
                    {
                        Offset = reader.ReadInt64(), Size = reader.ReadInt64(), Compressed = reader.ReadInt64(),
                        Kind = reader.ReadByte(), Path = reader.ReadString(),
                    });
                }
            }
        }

        /// <summary>Position of the file list in a host.</summary>
        public static long ListOffset(byte[] data)
        {
            return BitConverter.ToInt64(data, Find(data, Signature) - 8);
        }

        /// <summary>Position of our own list: the last eight bytes of an executable written here.</summary>
        public static long OwnListOffset(string host)
        {
            using (var reader = new BinaryReader(File.OpenRead(host)))
            {
                reader.BaseStream.Seek(-8, SeekOrigin.End);
                return reader.ReadInt64();
            }
        }

        /// <summary>Writes the executable with another program in it; the other files are kept.</summary>
        public void Write(string target, byte[] data, byte[] program, bool invariant)
        {
            string old = Entries.Single(each => each.Kind == Dependencies).Path.Replace(".deps.json", "");
            using (var stream = File.Create(target))
            {
                stream.Write(data, 0, data.Length);
                foreach (Entry entry in Entries.Where(each => each.Path.StartsWith(old + ".")))
                {
                    Append(stream, entry, Replacement(entry, data, old, program, invariant));
                    entry.Path = Name + entry.Path.Substring(old.Length);
                }
                long offset = stream.Position;
                var writer = new BinaryWriter(stream);
                WriteList(writer);
                writer.Write(offset);
                int signature = Find(data, Signature);
                writer.Seek(signature - 8, SeekOrigin.Begin);
                writer.Write(offset);
                // The host has the name of its program next to the signature.
                writer.Seek(Find(data, Encoding.UTF8.GetBytes(old + ".dll")), SeekOrigin.Begin);
                writer.Write(Encoding.UTF8.GetBytes((Name + ".dll").PadRight(old.Length + 4, '\0')));
            }
        }

        static byte[] Replacement(Entry entry, byte[] data, string old, byte[] program, bool invariant)
        {
            if (entry.Kind == Assembly) return program;
            string text = Encoding.UTF8.GetString(data, (int)entry.Offset, (int)entry.Size);
            string more = "\"configProperties\": {\"System.Globalization.Invariant\": " + (invariant ? "true," : "false,");
            text = entry.Kind == Configuration
                ? text.Replace("\"configProperties\": {", more)
                : text.Replace("\"" + old, "\"" + Name);
            return Encoding.UTF8.GetBytes(text);
        }

        static void Append(Stream stream, Entry entry, byte[] content)
        {
            stream.Position = (stream.Position + PageBytes - 1) / PageBytes * PageBytes;
            entry.Offset = stream.Position;
            entry.Size = content.Length;
            stream.Write(content, 0, content.Length);
        }

        void WriteList(BinaryWriter writer)
        {
            writer.Write(major);
            writer.Write(minor);
            writer.Write(Entries.Count);
            writer.Write(identity);
            foreach (byte kind in new[] { Dependencies, Configuration })
            {
                Entry entry = Entries.Single(each => each.Kind == kind);
                writer.Write(entry.Offset);
                writer.Write(entry.Size);
            }
            writer.Write(flags);
            foreach (Entry entry in Entries)
            {
                writer.Write(entry.Offset);
                writer.Write(entry.Size);
                writer.Write(entry.Compressed);
                writer.Write(entry.Kind);
                writer.Write(entry.Path);
            }
        }

        static int Find(byte[] data, byte[] wanted)
        {
            for (int i = Array.IndexOf(data, wanted[0]); i >= 0; i = Array.IndexOf(data, wanted[0], i + 1))
            {
                int same = 1;
                while (same < wanted.Length && i + same < data.Length && data[i + same] == wanted[same]) same++;
                if (same == wanted.Length) return i;
            }
            throw new InvalidDataException("not a self-contained .NET executable");
        }
    }
}
