Module Program
    Sub Main()
        Dim number As Integer = Missing()
    End Sub
End Module
