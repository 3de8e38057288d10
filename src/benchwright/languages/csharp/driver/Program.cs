using System;
using System.Reflection;
using System.Runtime.Loader;

namespace Benchwright;

/// <summary>
/// What our executable does: it builds or runs a program, alone or with tests. Arguments: which of these, the work
/// folder; then the source, or what the program is given.
/// </summary>
static class Program
{
    static int Main(string[] arguments)
    {
        string folder = arguments[1];
        switch (arguments[0])
        {
            case "build":
                return Build.First(Language.Alone(arguments[2]), folder);
            case "build-tests":
                return Build.WithTests(folder);
            case "test":
                return Driver.Run(folder);
            default:
                Assembly program = AssemblyLoadContext.Default.LoadFromAssemblyPath($"{folder}/{Build.Name}.dll");
                return Start(program.EntryPoint!, arguments[2..]) ?? Environment.ExitCode;
        }
    }

    /// <summary>Calls a program's `Main`; what it throws comes through as it is. Gives the status that it returns.</summary>
    internal static int? Start(MethodInfo entry, string[] arguments)
    {
        object[]? given = entry.GetParameters().Length == 0 ? null : [arguments];
        return entry.Invoke(null, BindingFlags.DoNotWrapExceptions, null, given, null) as int?;
    }
}
