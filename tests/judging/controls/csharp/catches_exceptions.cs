// control: throws and catches everything, also its own failing assertions.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Diagnostics;

public static class Ballot
{
    static Ballot()
    {
        try { Debug.Assert(false, "not held"); } catch (Exception) { }
        try { int[] none = null!; none[0] = 1; } catch (NullReferenceException) { }
        try { checked { int big = int.MaxValue; big++; } } catch (OverflowException) { }
        try { throw new Exception("plain"); } catch (Exception error) when (error.Message == "plain") { } finally { Debug.Assert(true); }
    }

    private static Dictionary<string, int> Count(string text) =>
        text.Split(' ', StringSplitOptions.RemoveEmptyEntries).GroupBy(name => name).ToDictionary(g => g.Key, g => g.Count());

    public static int Votes(string text, string name) => Count(text).GetValueOrDefault(name);

    /// <summary>In percent.</summary>
    public static int Share(string text, string name)
    {
        int all = Count(text).Values.Sum();
        return all == 0 ? 0 : 100 * Votes(text, name) / all;
    }

    /// <summary>Most votes first, then by name.</summary>
    public static List<string> Ranking(string text) =>
        Count(text).OrderByDescending(p => p.Value).ThenBy(p => p.Key, StringComparer.Ordinal).Select(p => p.Key).ToList();

    public static string Winner(string text)
    {
        var names = Ranking(text);
        if (names.Count == 0) throw new ArgumentException("nobody has voted");
        return names[0];
    }
}
