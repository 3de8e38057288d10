using System;
using System.Linq;

class Program
{
    static int Main(string[] args)
    {
        Console.WriteLine(Console.ReadLine().Split(' ').Sum(int.Parse));
        Console.WriteLine(Console.ReadLine().ToUpperInvariant());
        foreach (var arg in args) Console.WriteLine(arg);
        return Console.ReadLine() == null ? 0 : 1;
    }
}
