' control: has a Main in its own module, of another case.
Imports System
Imports System.Collections.Generic
Imports System.Linq

Public Module Ballot
    Private Function Count(text As String) As Dictionary(Of String, Integer)
        Return text.Split(" "c, StringSplitOptions.RemoveEmptyEntries).GroupBy(Function(name) name).
            ToDictionary(Function(g) g.Key, Function(g) g.Count())
    End Function

    Public Function Votes(text As String, name As String) As Integer
        Return Count(text).GetValueOrDefault(name)
    End Function

    ''' <summary>In percent.</summary>
    Public Function Share(text As String, name As String) As Integer
        Dim all = Count(text).Values.Sum()
        Return If(all = 0, 0, 100 * Votes(text, name) \ all)
    End Function

    ''' <summary>Most votes first, then by name.</summary>
    Public Function Ranking(text As String) As List(Of String)
        Return Count(text).OrderByDescending(Function(p) p.Value).ThenBy(Function(p) p.Key, StringComparer.Ordinal).
            Select(Function(p) p.Key).ToList()
    End Function

    Public Function Winner(text As String) As String
        Dim names = Ranking(text)
        If names.Count = 0 Then Throw New ArgumentException("nobody has voted")
        Return names(0)
    End Function

    Sub MAIN()
        Throw New Exception("not for the tests")
    End Sub
End Module
