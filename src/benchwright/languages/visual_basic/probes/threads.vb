Imports System.Threading

Module Program
    Private count As Integer

    Sub Main()
        Dim gate As New ManualResetEventSlim()
        Dim threads = Enumerable.Range(0, 200).Select(Function(n) New Thread(
            Sub()
                gate.Wait()
                Interlocked.Increment(count)
            End Sub)).ToList()
        threads.ForEach(Sub(thread) thread.Start())
        gate.Set()
        threads.ForEach(Sub(thread) thread.Join())
        Console.WriteLine($"{count} threads")
    End Sub
End Module
