using System.Collections.Generic;

public static class Totals
{
    /// <summary>The running totals; after one that exceeds the limit, the next starts from 0.</summary>
    public static List<int> RunningTotals(IEnumerable<int> numbers, int limit)
    {
        var totals = new List<int>();
        int total = 0;
        foreach (int number in numbers)
        {
            total += number;
            totals.Add(total);
            if (total > limit) total = 0;
        }
        return totals;
    }
}
