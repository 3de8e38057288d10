Imports System
Imports System.Collections.Generic
Imports System.Diagnostics
Imports System.Linq

Module Program
    Sub Check(got As Object, wanted As Object)
        If Not Equals(got, wanted) Then Throw New Exception($"{got} instead of {wanted}")
    End Sub

    Sub Main()
        Check(Ballot.Votes("ann bob ann", "ann"), 2)
        Check(Ballot.Share("ann bob bob bob", "bob"), 75)
        Debug.Assert(Ballot.Ranking("cid bob ann bob").SequenceEqual({"bob", "ann", "cid"}), "votes, then name")
        Debug.Assert(String.Join(",", Ballot.Ranking("fay")) = "fay")
        Dim refused As Boolean = False
        Try
            Ballot.Winner(" ")
        Catch ex As ArgumentException
            refused = True
        End Try
        Debug.Assert(refused)
        If Winner("eve dan eve") <> "eve" Then
            Console.Error.WriteLine("another winner")
            Environment.Exit(1)
        End If
    End Sub
End Module
