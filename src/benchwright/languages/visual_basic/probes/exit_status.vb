Module Program
    Function Main() As Integer
        Return 3
    End Function
End Module
