using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using System.Text;
using System.Threading;

namespace Benchwright;

/// <summary>Runs the tests against the solution and proves that they ran to completion.</summary>
static unsafe class Driver
{
    const int NoncePipe = 3, ReplyPipe = 4, FirstFree = 60, DuplicateCloseOnExec = 1030, MostCharacters = 200;

    static string nonce = "";
    static int pipe, reported, executed;
    static bool completed;

    [DllImport("libc")]
    static extern nint read(int descriptor, byte* data, nint length);

    [DllImport("libc")]
    static extern nint write(int descriptor, byte* data, nint length);

    [DllImport("libc")]
    static extern int close(int descriptor);

    [DllImport("libc")]
    static extern int fcntl(int descriptor, int command, int value);

    [DllImport("libc", EntryPoint = "_exit")]
    static extern void ExitNow(int status);

    internal static int Run(string folder)
    {
        ReceiveNonce();
        byte[] program = Take($"{folder}/{Build.Name}.dll"), lines = Take($"{folder}/{Build.Name}.pdb");
        // What still runs after the tests' `Main` may fail; the runtime waits for it before it raises this event.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => { if (completed) Complete(); };
        AppDomain.CurrentDomain.UnhandledException += (_, error) => Fail((Exception)error.ExceptionObject);
        Trace.Listeners.Clear();
        Trace.Listeners.Add(new ThrowingListener());
        try
        {
            Assembly assembly = AssemblyLoadContext.Default.LoadFromStream(
                new MemoryStream(program), new MemoryStream(lines));
            MethodInfo? entry = assembly.EntryPoint;
            executed = entry is null ? 0 : 1;
            int status = entry is null ? 0 : Program.Start(entry, []) ?? 0;
            if (Tests.ExitCode != 0) status = Tests.ExitCode;
            if (status != 0) FailWithStatus(status, "");
        }
        catch (Exception error)
        {
            Fail(error);
        }
        completed = true;
        return 0;
    }

    /// <summary>The tests exit the program.</summary>
    internal static void Exit(int status, string place)
    {
        if (status != 0) FailWithStatus(status, place);
        Complete();
        Environment.Exit(0);
    }

    static void ReceiveNonce()
    {
        byte* data = stackalloc byte[64];
        nint length = read(NoncePipe, data, 64);
        close(NoncePipe);
        nonce = Encoding.ASCII.GetString(data, (int)Math.Max(0, length));
        pipe = fcntl(ReplyPipe, DuplicateCloseOnExec, FirstFree);
        close(ReplyPipe);
    }

    static byte[] Take(string path)
    {
        byte[] content = File.ReadAllBytes(path);
        File.Delete(path);
        return content;
    }

    static void Complete()
    {
        if (Interlocked.Exchange(ref reported, 1) == 0) Say("end", executed.ToString(), "0", "0");
    }

    static void Fail(Exception error)
    {
        if (Interlocked.Exchange(ref reported, 1) == 0)
        {
            Exception cause = Cause(error);
            StackFrame[] frames = new StackTrace(cause, true).GetFrames();
            string place = frames.Select(Place).FirstOrDefault(each => each != "", "");
            string kind = IsCheck(cause, frames, place) ? "assertion" : "error";
            Say("fail", kind, cause.GetType().Name, place, Message(cause));
        }
        Leave(1, $"Unhandled exception. {Text(error)}");
    }

    static void FailWithStatus(int status, string place)
    {
        if (Interlocked.Exchange(ref reported, 1) == 0) Say("fail", "exit", "Exit", place, $"exit status {status}");
        Leave(status & 255, "");
    }

    /// <summary>Exits immediately: exit handlers of the solution could only hide the failure.</summary>
    static void Leave(int status, string message)
    {
        try
        {
            Console.Out.Flush();
            if (message != "") Console.Error.WriteLine(message);
        }
        finally
        {
            ExitNow(status == 0 ? 1 : status);
        }
    }

    /// <summary>The exception that the runtime's own wrappers contain.</summary>
    static Exception Cause(Exception error)
    {
        while (error is AggregateException or TargetInvocationException or TypeInitializationException
            && error.InnerException is { } inner)
        {
            error = inner;
        }
        return error;
    }

    /// <summary>
    /// Whether it is a failed check of the tests: their own text threw the exception, or called the driver's assertion.
    /// What the runtime itself throws is an error wherever it happens.
    /// </summary>
    static bool IsCheck(Exception error, StackFrame[] frames, string place)
    {
        if (!place.StartsWith(Language.Tests) || frames.Length == 0) return false;
        if (error is AssertionFailedException) return true;
        bool thrownByRuntime = error is NullReferenceException or IndexOutOfRangeException or ArithmeticException
            or InvalidCastException or ArrayTypeMismatchException or OutOfMemoryException or TypeLoadException
            or MissingMemberException;
        return !thrownByRuntime && Place(frames[0]) != "";
    }

    internal static string Place(StackFrame frame)
    {
        string file = Path.GetFileName(frame.GetFileName() ?? "");
        return file is Language.Tests or Language.Solution ? $"{file}:{frame.GetFileLineNumber()}" : "";
    }

    static string Message(Exception error)
    {
        try { return error.Message ?? ""; }
        catch (Exception) { return ""; }
    }

    static string Text(Exception error)
    {
        try { return error.ToString(); }
        catch (Exception) { return error.GetType().ToString(); }
    }

    static void Say(params string[] fields)
    {
        IEnumerable<string> cut = fields.Select(each => each.Length > MostCharacters ? each[..MostCharacters] : each);
        string line = string.Join('\t', cut.Select(each => each.Replace('\t', ' ').Replace('\n', ' ').Replace('\r', ' ')));
        byte[] data = Encoding.UTF8.GetBytes($"{nonce}\t{line}\n");
        fixed (byte* start = data) write(pipe, start, data.Length);
    }
}
