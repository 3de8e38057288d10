Imports System
Imports System.Collections.Generic
Imports System.Linq

Module Program
    Sub Check(actual As List(Of Integer), expected As Integer())
        If Not actual.SequenceEqual(expected) Then Throw New Exception("got " & String.Join(", ", actual))
    End Sub

    Sub Main()
        Check(Totals.RunningTotals({3, 4, 5}, 6), {3, 7, 5})
        Check(Totals.RunningTotals({10, -4, 2}, 5), {10, -4, -2})
        Check(Totals.RunningTotals({5, 5, 5}, 5), {5, 10, 5})
    End Sub
End Module
