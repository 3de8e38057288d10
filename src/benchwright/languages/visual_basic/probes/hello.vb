Module Program
    Sub Main()
        Console.WriteLine("hello")
    End Sub
End Module
