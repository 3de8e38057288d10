Imports System
Imports System.Collections.Generic

Module Program
    Function Show(numbers As IEnumerable(Of Integer)) As String
        Return "[" & String.Join(", ", numbers) & "]"
    End Function

    Sub TestInput(numbers As Integer(), limit As Integer)
        Console.WriteLine($"{Show(numbers)} {limit} -> {Show(Totals.RunningTotals(numbers, limit))}")
    End Sub

    Sub Main()
        TestInput({3, 4, 5}, 6)
        TestInput({10, -4, 2}, 5)
        TestInput({5, 5, 5}, 5)
    End Sub
End Module
