using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Benchwright;

/// <summary>How C# texts become programs.</summary>
static class Language
{
    internal const string Solution = "Solution.cs", Tests = "Tests.cs";

    /// <summary>What the project files created by `dotnet new` give to every program.</summary>
    internal static readonly string[] ImplicitUsings =
    [
        "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading",
        "System.Threading.Tasks",
    ];

    static readonly CSharpParseOptions parsing =
        new(LanguageVersion.Latest, DocumentationMode.None, preprocessorSymbols: ["DEBUG", "TRACE", "NET", "NET10_0"]);

    internal static IEnumerable<Attempt> Alone(string path)
    {
        SyntaxTree tree = Parse(File.ReadAllText(path), Path.GetFileName(path));
        yield return references => Compile([tree], references);
        yield return references => Compile([tree, Usings(ImplicitUsings)], references);
    }

    internal static IEnumerable<Attempt> Join(string solution, string tests) => new Joining(solution, tests).Attempts();

    internal static SyntaxTree Parse(string text, string path) =>
        CSharpSyntaxTree.ParseText(SourceText.From(text, Encoding.UTF8), parsing, path);

    internal static SyntaxTree Usings(IEnumerable<string> names) =>
        Parse(string.Concat(names.Distinct().Select(name => $"global using {name};\n")), "");

    internal static Compilation Compile(
        SyntaxTree[] trees, MetadataReference[] references, bool isLibrary = false, string? mainType = null)
    {
        // Optimised code with its checks: `DEBUG` is defined, but loops should not take three times as long.
        var options = new CSharpCompilationOptions(
            isLibrary ? OutputKind.DynamicallyLinkedLibrary : OutputKind.ConsoleApplication,
            mainTypeName: mainType, optimizationLevel: OptimizationLevel.Release, allowUnsafe: true,
            generalDiagnosticOption: ReportDiagnostic.Suppress, warningLevel: 0, deterministic: true,
            nullableContextOptions: NullableContextOptions.Annotations);
        return CSharpCompilation.Create(Build.Name, trees, references, options);
    }
}
