Imports System.Collections.Immutable
Imports System.Globalization
Imports System.IO
Imports System.Numerics
Imports System.Text
Imports System.Text.Json
Imports System.Text.RegularExpressions

Structure Point
    Public X, Y As Integer
End Structure

Module Program
    Sub Require(held As Boolean, what As String)
        If Not held Then Throw New Exception(what)
    End Sub

    Iterator Function Squares() As IEnumerable(Of Integer)
        For n = 0 To 3
            Yield n * n
        Next
    End Function

    Async Function Answer() As Task(Of Integer)
        Await Task.Delay(1)
        Return 42
    End Function

    Sub Main()
        Require(BigInteger.Pow(2, 100).ToString() = "1267650600228229401496703205376", "BigInteger")
        Require(JsonSerializer.Serialize(New With {.a = 1}) = "{""a"":1}", "JSON")
        Require(Regex.Replace("a1b22", "\d+", "#") = "a#b#", "Regex")
        Require(ImmutableList.Create(1, 2).Add(3).Count = 3, "ImmutableList")
        Require(1234.5.ToString("N2", CultureInfo.InvariantCulture) = "1,234.50", "CultureInfo")
        Require((From n In Squares() Where n > 1 Select n).SequenceEqual({4, 9}), "queries")
        Require(Answer().Result = 42, "Async")
        Require(Left("abc", 2) & Mid("abc", 3) & Chr(65) & UCase("d") = "abcAD", "strings of old")
        Require(Val("12x") = 12 AndAlso IsNumeric("3.5") AndAlso CInt("7") = 7, "conversions")
        Require((<a><b/></a>).Elements().Count() = 1, "XML")
        Require($"{New Point With {.X = 1}.X}{vbCrLf}".Length = 3, "interpolation")
        Require("abc" Like "a*" AndAlso 7 \ 2 = 3 AndAlso 2 ^ 3 = 8, "operators")
        Dim late As Object = New StringBuilder("x")
        Require(late.Append("y").ToString() = "xy", "late binding")
        Dim pair = (First:=1, Second:="b")
        Require(pair.Second = "b", "tuples")
        Try
            Dim big As Integer = Integer.MaxValue
            big += 1
            Require(False, "overflow")
        Catch ex As OverflowException When ex.Message <> ""
        End Try
        File.WriteAllText("/tmp/file", "text")
        Require(File.ReadAllText("/tmp/file") = "text", "File")
        Console.WriteLine("complete")
    End Sub
End Module
