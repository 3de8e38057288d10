Module Program
    Sub Main()
        Throw New InvalidOperationException("uncaught")
    End Sub
End Module
