using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

public class Program
{
    static void Check<T>(T got, T wanted)
    {
        if (!Equals(got, wanted)) throw new Exception($"{got} instead of {wanted}");
    }

    public static void Main()
    {
        Check(Ballot.Votes("ann bob ann", "ann"), 2);
        Check(Ballot.Share("ann bob bob bob", "bob"), 75);
        Debug.Assert(Ballot.Ranking("cid bob ann bob").SequenceEqual(new[] { "bob", "ann", "cid" }), "votes, then name");
        Debug.Assert(string.Join(",", Ballot.Ranking("fay")) == "fay");
        bool refused = false;
        try
        {
            Ballot.Winner(" ");
        }
        catch (ArgumentException)
        {
            refused = true;
        }
        Debug.Assert(refused);
        if (Ballot.Winner("eve dan eve") != "eve")
        {
            Console.Error.WriteLine("another winner");
            Environment.Exit(1);
        }
    }
}
