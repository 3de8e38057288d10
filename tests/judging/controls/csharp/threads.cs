// control: works in threads and tasks, one of which is in the foreground and outlives the tests, and one of which never ends.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

public static class Ballot
{
    static Ballot()
    {
        new Thread(() => Thread.Sleep(300)).Start();
        new Thread(() => Thread.Sleep(Timeout.Infinite)) { IsBackground = true }.Start();
        Task.WhenAll(Enumerable.Range(0, 50).Select(async n => { await Task.Delay(1); return n; })).Wait();
        _ = Task.Run(() => throw new InvalidOperationException("nobody looks"));
        Parallel.For(0, 100, n => Math.Sqrt(n));
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
