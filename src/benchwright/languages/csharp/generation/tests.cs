using System;
using System.Collections.Generic;
using System.Linq;

public class Program
{
    static void Check(List<int> actual, int[] expected)
    {
        if (!actual.SequenceEqual(expected)) throw new Exception("got " + string.Join(", ", actual));
    }

    public static void Main()
    {
        Check(Totals.RunningTotals(new[] { 3, 4, 5 }, 6), new[] { 3, 7, 5 });
        Check(Totals.RunningTotals(new[] { 10, -4, 2 }, 5), new[] { 10, -4, -2 });
        Check(Totals.RunningTotals(new[] { 5, 5, 5 }, 5), new[] { 5, 10, 5 });
    }
}
