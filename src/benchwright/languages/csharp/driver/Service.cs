using System;
using System.Buffers.Binary;
using System.IO;
using System.Linq;
using System.Text;

namespace Benchwright;

/// <summary>
/// Builds one program after another, each in the emptied work folder, so that the compiler is loaded only once.
/// Communicates with the sandbox on standard input and output; docs/adding-a-language.md describes the protocol.
/// </summary>
sealed class Service(string[] folders)
{
    const int EntryBytes = 24, Failed = 70;
    const UnixFileMode Readable = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    readonly Stream input = Console.OpenStandardInput(), output = Console.OpenStandardOutput();

    /// <summary>Answers all requests. Arguments: the folders to empty, the work folder first.</summary>
    internal int Serve()
    {
        while (Read(8) is byte[] head)
        {
            if (Read((int)BinaryPrimitives.ReadInt64LittleEndian(head)) is not byte[] request) break;
            Answer(request);
        }
        return 0;
    }

    byte[]? Read(int bytes)
    {
        var data = new byte[bytes];
        return input.ReadAtLeast(data, bytes, throwOnEndOfStream: false) == bytes ? data : null;
    }

    void Answer(ReadOnlySpan<byte> request)
    {
        int textBytes = BinaryPrimitives.ReadInt32LittleEndian(request);
        string[] arguments = Encoding.UTF8.GetString(request.Slice(4, textBytes)).TrimEnd('\0').Split('\0');
        foreach (string folder in folders) Empty(folder);
        Unpack(request[(4 + textBytes)..]);
        using var printed = new StringWriter();
        using var errors = new StringWriter();
        int status = Run(arguments, printed, errors);
        byte[] first = Encoding.UTF8.GetBytes(printed.ToString()), second = Encoding.UTF8.GetBytes(errors.ToString());
        byte[] archive = status == 0 ? Pack() : [];
        var head = new byte[20];
        BinaryPrimitives.WriteInt64LittleEndian(head, 12L + first.Length + second.Length + archive.Length);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(8), status);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(12), first.Length);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(16), second.Length);
        foreach (byte[] part in new[] { head, first, second, archive }) output.Write(part);
        output.Flush();
    }

    static int Run(string[] arguments, TextWriter printed, TextWriter errors)
    {
        Console.SetOut(printed);
        Console.SetError(errors);
        try
        {
            return Program.Make(arguments) ?? Failed;
        }
        catch (Exception)
        {
            return Failed;  // the sandbox then builds the program in a separate process
        }
    }

    static void Empty(string folder)
    {
        foreach (string path in Directory.GetDirectories(folder)) Directory.Delete(path, recursive: true);
        foreach (string path in Directory.GetFiles(folder)) File.Delete(path);
    }

    void Unpack(ReadOnlySpan<byte> archive)
    {
        while (archive.Length > 0)
        {
            int pathBytes = BinaryPrimitives.ReadInt32LittleEndian(archive[8..]);
            int size = (int)BinaryPrimitives.ReadInt64LittleEndian(archive[16..]);
            string path = Path.Combine(folders[0], Encoding.UTF8.GetString(archive.Slice(EntryBytes, pathBytes)));
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, archive.Slice(EntryBytes + pathBytes, size).ToArray());
            archive = archive[(EntryBytes + pathBytes + size)..];
        }
    }

    byte[] Pack()
    {
        using var archive = new MemoryStream();
        foreach (string path in Directory.GetFiles(folders[0]).Order(StringComparer.Ordinal))
        {
            byte[] name = Encoding.UTF8.GetBytes(Path.GetFileName(path)), content = File.ReadAllBytes(path);
            var head = new byte[EntryBytes];
            head[0] = (byte)'f';
            BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(4), (int)(Readable | UnixFileMode.UserWrite));
            BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(8), name.Length);
            BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(16), content.Length);
            foreach (byte[] part in new[] { head, name, content }) archive.Write(part);
        }
        return archive.ToArray();
    }
}
