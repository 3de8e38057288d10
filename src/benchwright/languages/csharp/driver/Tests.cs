#define DEBUG  // otherwise the call of Debug.Assert below would not be compiled
using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Benchwright;

/// <summary>A failed check of `Debug` or `Trace`.</summary>
public sealed class AssertionFailedException(string message) : Exception(message);

/// <summary>Replaces the runtime's own methods in the tests' text: those end the program silently, or can be
/// switched off by the solution.</summary>
public static class Tests
{
    public static int ExitCode { get; set; }

    public static bool HasShutdownStarted => Environment.HasShutdownStarted;

    /// <summary>Calling this benefits only the tests' own text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Exit(int status)
    {
        string place = Driver.Place(new StackFrame(1, true));
        if (place.StartsWith(Language.Tests)) Driver.Exit(status, place);
        Environment.Exit(status);
    }

    public static void FailFast(string? message, Exception? _ = null) => Fail(message);

    public static void Assert(bool condition)
    {
        if (!condition) Fail("");
    }

    public static void Assert(bool condition, string? message)
    {
        if (!condition) Fail(message);
    }

    public static void Assert(bool condition, string? message, string? detail)
    {
        if (!condition) Fail(message, detail);
    }

    public static void Assert(
        bool condition,
        [InterpolatedStringHandlerArgument(nameof(condition))] ref Debug.AssertInterpolatedStringHandler message)
    {
        if (!condition) Fail(MessageOf(ref message));
    }

    public static void Assert(bool condition, string message, string format, params object?[] arguments) =>
        Assert(condition, message, string.Format(format, arguments));

    public static void Fail(string? message) => throw new AssertionFailedException(message ?? "");

    public static void Fail(string? message, string? detail) => Fail($"{message} {detail}".Trim());

    /// <summary>The runtime does not expose the text of the handler, but passes it to a listener.</summary>
    static string MessageOf(ref Debug.AssertInterpolatedStringHandler message)
    {
        try
        {
            Trace.Listeners.Clear();
            Trace.Listeners.Add(new ThrowingListener());
            Debug.Assert(false, ref message);
            return "";
        }
        catch (AssertionFailedException told)
        {
            return told.Message;
        }
    }
}

/// <summary>Turns a failed assertion anywhere into an exception; by default it would abort the process.</summary>
sealed class ThrowingListener : TraceListener
{
    public override void Fail(string? message, string? detail) => Tests.Fail(message, detail);

    public override void Fail(string? message) => Tests.Fail(message);

    public override void Write(string? message) => Console.Error.Write(message);

    public override void WriteLine(string? message) => Console.Error.WriteLine(message);
}
