using System;
using System.Collections.Generic;

public class Program
{
    static string Show(IEnumerable<int> numbers) => "[" + string.Join(", ", numbers) + "]";

    static void TestInput(int[] numbers, int limit)
    {
        Console.WriteLine($"{Show(numbers)} {limit} -> {Show(Totals.RunningTotals(numbers, limit))}");
    }

    public static void Main()
    {
        TestInput(new[] { 3, 4, 5 }, 6);
        TestInput(new[] { 10, -4, 2 }, 5);
        TestInput(new[] { 5, 5, 5 }, 5);
    }
}
