// control: has handlers of the end of the program that print and set another status.
using System;
using System.Collections.Generic;
using System.Linq;

public static class Ballot
{
    static Ballot()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => { Console.WriteLine("FAILED"); Console.Out.Flush(); };
        AppDomain.CurrentDomain.UnhandledException += (_, _) => Environment.Exit(5);
        Environment.ExitCode = 7;
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
