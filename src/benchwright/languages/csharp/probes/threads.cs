using System;
using System.Linq;
using System.Threading;

class Program
{
    static int count;

    static void Main()
    {
        using var gate = new ManualResetEventSlim();
        var threads = Enumerable.Range(0, 200).Select(_ => new Thread(() =>
        {
            gate.Wait();
            Interlocked.Increment(ref count);
        })).ToList();
        threads.ForEach(each => each.Start());
        gate.Set();
        threads.ForEach(each => each.Join());
        Console.WriteLine($"{count} threads");
    }
}
