using System;
using System.Reflection;
using System.Runtime.Loader;

namespace Benchwright;

/// <summary>
/// Entry point of our executable: it builds or runs a program, alone or with tests, or builds many. Arguments: which of
/// these, the work folder; then the source, or the program's own arguments.
/// </summary>
static class Program
{
    static int Main(string[] arguments)
    {
        if (Make(arguments) is int status) return status;
        string folder = arguments[1];
        switch (arguments[0])
        {
            case "serve":
                return new Service(arguments[1..]).Serve();
            case "test":
                return Driver.Run(folder);
            default:
                Assembly program = AssemblyLoadContext.Default.LoadFromAssemblyPath($"{folder}/{Build.Name}.dll");
                return Start(program.EntryPoint!, arguments[2..]) ?? Environment.ExitCode;
        }
    }

    /// <summary>Builds, and returns the status; null if these arguments ask for something else.</summary>
    internal static int? Make(string[] arguments) => arguments[0] switch
    {
        "build" => Build.First(Language.Alone(arguments[2]), arguments[1]),
        "build-tests" => Build.WithTests(arguments[1]),
        _ => null,
    };

    /// <summary>Calls a program's `Main` and returns its status; exceptions are passed through unchanged.</summary>
    internal static int? Start(MethodInfo entry, string[] arguments)
    {
        object[]? given = entry.GetParameters().Length == 0 ? null : [arguments];
        return entry.Invoke(null, BindingFlags.DoNotWrapExceptions, null, given, null) as int?;
    }
}
