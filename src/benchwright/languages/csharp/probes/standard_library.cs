using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Dynamic;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using System.Xml.Linq;

class Program
{
    static void Require(bool held, string what)
    {
        if (!held) throw new Exception(what);
    }

    static async Task Main()
    {
        Require(BigInteger.Pow(2, 100).ToString() == "1267650600228229401496703205376", "BigInteger");
        Require(new Vector3(3, 4, 0).Length() == 5, "Vector3");
        Require(JsonSerializer.Serialize(new { a = 1 }) == "{\"a\":1}", "JSON");
        Require(Regex.Replace("a1b22", @"\d+", "#") == "a#b#", "Regex");
        Require(Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes("abc"))).StartsWith("BA7816BF"), "SHA256");
        Require(ImmutableList.Create(1, 2).Add(3).Count == 3, "ImmutableList");
        Require(new ConcurrentDictionary<int, int>().GetOrAdd(1, 2) == 2, "ConcurrentDictionary");
        Require(XElement.Parse("<a><b/></a>").Elements().Count() == 1, "XElement");
        Require(1234.5.ToString("N2", CultureInfo.InvariantCulture) == "1,234.50", "CultureInfo");
        Require(new PriorityQueue<string, int>().Count == 0, "PriorityQueue");
        dynamic bag = new ExpandoObject();
        bag.Name = "x";
        Require(bag.Name == "x", "dynamic");
        using var memory = new MemoryStream();
        using (var zip = new GZipStream(memory, CompressionMode.Compress, true)) zip.Write(new byte[1000]);
        Require(memory.Length < 100, "GZipStream");
        var channel = Channel.CreateUnbounded<int>();
        await channel.Writer.WriteAsync(5);
        Require(await channel.Reader.ReadAsync() == 5, "Channel");
        Require((await Task.WhenAll(Enumerable.Range(0, 4).Select(n => Task.Run(() => n)))).Sum() == 6, "Task");
        var half = System.Linq.Expressions.Expression.Lambda<Func<int>>(
            System.Linq.Expressions.Expression.Constant(2)).Compile();
        Require(half() == 2, "Expression");
        Require(typeof(Program).GetMethod("Require", BindingFlags.NonPublic | BindingFlags.Static) != null, "Reflection");
        File.WriteAllText("/tmp/file", "text");
        Require(File.ReadAllText("/tmp/file") == "text", "File");
        Console.WriteLine("complete");
    }
}
