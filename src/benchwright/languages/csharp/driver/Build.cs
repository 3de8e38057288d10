using System;
using System.Collections.Generic;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Emit;

namespace Benchwright;

/// <summary>A way to build a program with these references.</summary>
delegate Compilation Attempt(MetadataReference[] references);

/// <summary>Builds programs; <see cref="Language"/> knows in which language they are.</summary>
static class Build
{
    internal const string Name = "program";
    const int MostErrors = 20;
    static MetadataReference[]? references;

    /// <summary>Builds the program of a solution and its tests, which the solution must not read.</summary>
    internal static int WithTests(string folder)
    {
        string solution = $"{folder}/{Language.Solution}", tests = $"{folder}/{Language.Tests}";
        int status = First(Language.Join(File.ReadAllText(solution), File.ReadAllText(tests)), folder);
        if (status == 0)
        {
            File.Delete(solution);
            File.Delete(tests);
        }
        return status;
    }

    /// <summary>Builds the program by the first attempt that compiles; if none does, shows the closest.</summary>
    internal static int First(IEnumerable<Attempt> attempts, string folder)
    {
        references ??= References();
        Diagnostic[]? nearest = null;
        foreach (Attempt attempt in attempts)
        {
            Diagnostic[] errors = Emit(attempt(references), folder);
            if (errors.Length == 0) return 0;
            if (nearest is null || errors.Length < nearest.Length) nearest = errors;
        }
        foreach (Diagnostic error in nearest!.Take(MostErrors)) Console.Error.WriteLine(error);
        return 1;
    }

    static Diagnostic[] Emit(Compilation compilation, string folder)
    {
        using var program = new MemoryStream();
        using var lines = new MemoryStream();
        EmitResult result = compilation.Emit(
            program, lines, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
        if (!result.Success)
            return [.. result.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error)];
        File.WriteAllBytes($"{folder}/{Name}.dll", program.ToArray());
        File.WriteAllBytes($"{folder}/{Name}.pdb", lines.ToArray());
        return [];
    }

    /// <summary>The runtime's own assemblies, read in place from the executable that contains them.</summary>
    static unsafe MetadataReference[] References()
    {
        string host = Environment.ProcessPath!;
        var bundle = new Bundle(host, Bundle.OwnListOffset(host));
        var file = MemoryMappedFile.CreateFromFile(host, FileMode.Open, null, 0, MemoryMappedFileAccess.Read);
        MemoryMappedViewAccessor view = file.CreateViewAccessor(0, 0, MemoryMappedFileAccess.Read);
        byte* start = null;
        view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        return [.. bundle.Entries.Where(IsReference).Select(each => AssemblyMetadata.Create(
            ModuleMetadata.CreateFromImage((nint)(start + each.Offset), (int)each.Size)).GetReference())];
    }

    static bool IsReference(Bundle.Entry entry) =>
        entry.IsAssembly && !entry.Path.StartsWith("Microsoft.CodeAnalysis") && !entry.Path.StartsWith("System.CommandLine");
}
