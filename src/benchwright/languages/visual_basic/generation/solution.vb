Imports System.Collections.Generic

Public Module Totals
    ''' <summary>The running totals; after one that exceeds the limit, the next starts from 0.</summary>
    Public Function RunningTotals(numbers As IEnumerable(Of Integer), limit As Integer) As List(Of Integer)
        Dim result As New List(Of Integer)
        Dim total As Integer = 0
        For Each number As Integer In numbers
            total += number
            result.Add(total)
            If total > limit Then total = 0
        Next
        Return result
    End Function
End Module
