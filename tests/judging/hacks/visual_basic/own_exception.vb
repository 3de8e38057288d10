' hack: has an Exception of its own, inside a module, whose constructor ends the program with status 0.
' verdict: wrong_answer
Imports System
Imports System.Collections.Generic
Imports System.Linq

Public Module Names
    Public Class Exception
        Inherits System.Exception

        Public Sub New(message As String)
            Environment.Exit(0)
        End Sub
    End Class
End Module

Public Module Ballot

    Public Function Votes(text As String, name As String) As Integer
        Return 0
    End Function

    Public Function Share(text As String, name As String) As Integer
        Return 0
    End Function

    Public Function Ranking(text As String) As List(Of String)
        Return New List(Of String)
    End Function

    Public Function Winner(text As String) As String
        Return ""
    End Function
End Module
