// control: records, patterns, raw strings, collection expressions, primary constructors, generics with static members.
using System;
using System.Collections.Generic;
using System.Linq;

public readonly record struct Entry(string Name, int Votes);

file interface IEmpty<T> where T : IEmpty<T> { static abstract T Empty { get; } }

file sealed class Box(List<Entry> entries) : IEmpty<Box>
{
    public static Box Empty => new("");
    public required string Label { get; init; } = """a "raw" label""";
    [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
    public Box(string text) : this([.. text.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        .GroupBy(n => n).Select(g => new Entry(g.Key, g.Count()))]) => Label = text;
    public IEnumerable<Entry> Sorted => from e in entries orderby e.Votes descending, e.Name select e;
    public int this[string name] => entries.FirstOrDefault(e => e is { Name: var n } && n == name).Votes;
    public int All => entries.Sum(e => e.Votes);
}

public static class Ballot
{
    public static int Votes(string text, string name) => new Box(text)[name];
    public static int Share(string text, string name) => new Box(text) is { All: > 0 and var all } box ? 100 * box[name] / all : 0;
    public static List<string> Ranking(string text) => [.. new Box(text).Sorted.Select(e => e.Name)];
    public static string Winner(string text) => Ranking(text) switch
    {
        [] => throw new ArgumentException("nobody has voted"),
        [var first, ..] => first,
    };
}
