Module Program
    Sub Main()
        Console.WriteLine("before")
        Debug.Assert(1 + 1 = 3)
        Console.WriteLine("after")
    End Sub
End Module
