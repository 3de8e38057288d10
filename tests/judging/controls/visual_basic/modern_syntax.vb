' control: uses tuples, iterators, queries, lambdas of many lines and null-conditional operators.
Imports System
Imports System.Collections.Generic
Imports System.Linq

Public Module Ballot
    Private Iterator Function Names(text As String) As IEnumerable(Of String)
        For Each word In If(text?.Split(" "c), {})
            If word <> "" Then Yield word
        Next
    End Function

    Private Function Counted(text As String) As List(Of (Name As String, Votes As Integer))
        Dim query = From name In Names(text) Group By name Into Group Select (Name:=name, Votes:=Group.Count())
        Return query.ToList()
    End Function

    Public Function Votes(text As String, name As String) As Integer
        Return Counted(text).Where(Function(each_) each_.Name = name).Sum(
            Function(each_)
                Dim found = each_.Votes
                Return found
            End Function)
    End Function

    Public Function Share(text As String, name As String) As Integer
        Dim all = Counted(text).Sum(Function(each_) each_.Votes)
        Return If(all = 0, 0, CInt(Math.Floor(100.0 * Votes(text, name) / all)))
    End Function

    Public Function Ranking(text As String) As IReadOnlyList(Of String)
        Return (From each_ In Counted(text) Order By each_.Votes Descending, each_.Name Select each_.Name).ToArray()
    End Function

    Public Function Winner(text As String) As String
        Dim best = Ranking(text).FirstOrDefault()
        If best Is Nothing Then Throw New ArgumentException(NameOf(text))
        Return best
    End Function
End Module
