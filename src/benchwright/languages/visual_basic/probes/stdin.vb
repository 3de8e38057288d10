Imports System
Imports System.Linq

Module Program
    Function Main(args As String()) As Integer
        Console.WriteLine(Console.ReadLine().Split(" "c).Sum(Function(word) Integer.Parse(word)))
        Console.WriteLine(Console.ReadLine().ToUpperInvariant())
        For Each arg In args
            Console.WriteLine(arg)
        Next
        Return If(Console.ReadLine() Is Nothing, 0, 1)
    End Function
End Module
