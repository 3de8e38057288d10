using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using Microsoft.CodeAnalysis.VisualBasic;

namespace Benchwright;

/// <summary>How Visual Basic texts become programs.</summary>
static class Language
{
    internal const string Solution = "Solution.vb", Tests = "Tests.vb";

    /// <summary>What the project files created by `dotnet new` give to every program.</summary>
    static readonly string[] implicitImports =
    [
        "Microsoft.VisualBasic", "System", "System.Collections", "System.Collections.Generic", "System.Diagnostics",
        "System.Linq", "System.Threading.Tasks", "System.Xml.Linq",
    ];

    // Assertions belong to debug builds; the namespace `My` is for desktop programs only.
    static readonly VisualBasicParseOptions parsing = new(
        LanguageVersion.Latest, DocumentationMode.None,
        preprocessorSymbols: [new("DEBUG", true), new("TRACE", true), new("NET", true), new("_MYTYPE", "Empty")]);

    internal static IEnumerable<Attempt> Alone(string path)
    {
        SyntaxTree tree = Parse(File.ReadAllText(path), Path.GetFileName(path));
        yield return references => Compile([tree], [], references);
    }

    internal static IEnumerable<Attempt> Join(string solution, string tests) => new Joining(solution, tests).Attempts();

    internal static SyntaxTree Parse(string text, string path) =>
        VisualBasicSyntaxTree.ParseText(SourceText.From(text, Encoding.UTF8), parsing, path);

    internal static Compilation Compile(
        SyntaxTree[] trees, IEnumerable<string> imports, MetadataReference[] references, bool isLibrary = false,
        string? mainType = null)
    {
        // Optimised code with its checks: `DEBUG` is defined, but loops should not take three times as long.
        var options = new VisualBasicCompilationOptions(
            isLibrary ? OutputKind.DynamicallyLinkedLibrary : OutputKind.ConsoleApplication,
            mainTypeName: mainType, optimizationLevel: OptimizationLevel.Release, parseOptions: parsing,
            globalImports: GlobalImport.Parse(implicitImports.Concat(imports).Distinct()),
            generalDiagnosticOption: ReportDiagnostic.Suppress, deterministic: true);
        return VisualBasicCompilation.Create(Build.Name, trees, references, options);
    }
}
