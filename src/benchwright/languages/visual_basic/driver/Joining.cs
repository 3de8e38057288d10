using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using Microsoft.CodeAnalysis.VisualBasic;
using Microsoft.CodeAnalysis.VisualBasic.Syntax;

namespace Benchwright;

/// <summary>
/// Makes one program of a solution and its tests. They stay two files, so that both keep their lines. What a program
/// cannot contain twice is changed in the solution, and what would end the tests unnoticed is changed in the tests.
/// </summary>
sealed class Joining
{
    const string Own = "Benchwright", Suffix = "_of_solution";
    static readonly StringComparer same = StringComparer.OrdinalIgnoreCase;

    /// <summary>Types that tests rely on and that no problem asks for.</summary>
    static readonly string[] guarded =
    [
        "Action", "Activator", "ApplicationException", "ArgumentException", "ArithmeticException", "Console", "Debug",
        "DivideByZeroException", "Enumerable", "Environment", "Exception", "Func", "IndexOutOfRangeException",
        "InvalidOperationException", "NotImplementedException", "Object", "System", "SystemException", "Trace", Own,
    ];

    static readonly Dictionary<string, HashSet<string>> replaced = new(same)
    {
        ["Environment"] = new(same) { "Exit", "ExitCode", "FailFast" },
        ["Debug"] = new(same) { "Assert", "Fail" },
        ["Trace"] = new(same) { "Assert", "Fail" },
    };

    /// <summary>Errors about a block without its end.</summary>
    static readonly HashSet<string> lacksEnd = ["BC30481", "BC30624", "BC30625", "BC30626"];

    enum Clashing { Removed, Renamed, Merged }

    readonly CompilationUnitSyntax solution, tests;
    readonly string? mainType;

    internal Joining(string solutionText, string testsText)
    {
        (solutionText, testsText) = Split(solutionText, testsText);
        solution = Root(solutionText, Language.Solution);
        tests = Root(testsText, Language.Tests);
        mainType = MainTypes(tests).FirstOrDefault();
    }

    /// <summary>Ways to join, the one that changes least first.</summary>
    internal IEnumerable<Attempt> Attempts()
    {
        yield return references => With(Clashing.Removed, [], references);
        string[] imports = [.. Imports(solution), .. Imports(tests)];
        yield return references => With(Clashing.Removed, imports, references);
        if (!Clashes().Any()) yield break;
        yield return references => With(Clashing.Renamed, imports, references);
        yield return references => With(Clashing.Merged, imports, references);
    }

    Compilation With(Clashing way, string[] imports, MetadataReference[] references)
    {
        SyntaxTree[] trees = [Changed(solution, SolutionChanges(way)), Changed(tests, TestsChanges(way))];
        return Language.Compile(trees, imports, references, isLibrary: mainType is null, mainType);
    }

    static CompilationUnitSyntax Root(string text, string path) =>
        (CompilationUnitSyntax)Language.Parse(text, path).GetRoot();

    static SyntaxTree Changed(CompilationUnitSyntax root, IEnumerable<TextChange> changes)
    {
        // A change inside another one is dropped with the text that the outer one removes.
        var kept = new List<TextChange>();
        foreach (TextChange each in changes.Distinct().OrderBy(each => each.Span.Start).ThenByDescending(each => each.Span.Length))
        {
            if (kept.Count == 0 || each.Span.Start >= kept.Max(before => before.Span.End)) kept.Add(each);
        }
        if (kept.Count == 0) return root.SyntaxTree;
        return Language.Parse(root.SyntaxTree.GetText().WithChanges(kept).ToString(), root.SyntaxTree.FilePath);
    }

    // Declarations of the two texts

    static IEnumerable<TypeBlockSyntax> Types(SyntaxNode root) =>
        root.DescendantNodes(each => each is CompilationUnitSyntax or NamespaceBlockSyntax).OfType<TypeBlockSyntax>();

    static SyntaxToken NameOf(TypeBlockSyntax type) => type.BlockStatement.Identifier;

    static string Prefix(SyntaxNode node) =>
        string.Concat(node.Ancestors().OfType<NamespaceBlockSyntax>().Reverse().Select(each => $"{each.NamespaceStatement.Name}."));

    static string FullName(TypeBlockSyntax type)
    {
        int arity = type.BlockStatement.TypeParameterList?.Parameters.Count ?? 0;
        return $"{Prefix(type)}{NameOf(type).ValueText}`{arity}";
    }

    static bool IsMain(MethodBlockSyntax method) =>
        method.SubOrFunctionStatement is { } statement && same.Equals(statement.Identifier.ValueText, "Main")
        && (method.Parent is ModuleBlockSyntax || statement.Modifiers.Any(SyntaxKind.SharedKeyword))
        && (statement.ParameterList?.Parameters.Count ?? 0) <= 1;

    /// <summary>Types of the text with a `Main`, in the form that the compiler expects.</summary>
    static IEnumerable<string> MainTypes(SyntaxNode root) =>
        from method in root.DescendantNodes().OfType<MethodBlockSyntax>()
        where IsMain(method) && method.Parent is TypeBlockSyntax
        let types = method.Ancestors().OfType<TypeBlockSyntax>().Reverse().ToArray()
        where types.All(each => each.BlockStatement.TypeParameterList is null)
        orderby types.Length
        select Prefix(types[0]) + string.Join('.', types.Select(each => NameOf(each).ValueText));

    /// <summary>Types of the solution that the tests declare as well.</summary>
    IEnumerable<TypeBlockSyntax> Clashes()
    {
        var taken = Types(tests).Select(FullName).ToHashSet(same);
        return Types(solution).Where(each => taken.Contains(FullName(each)) && !IsPartial(each));
    }

    static bool IsPartial(TypeBlockSyntax type) => type.BlockStatement.Modifiers.Any(SyntaxKind.PartialKeyword);

    /// <summary>Imports of a text: the two may have been one file.</summary>
    static IEnumerable<string> Imports(CompilationUnitSyntax root) =>
        from each in root.Imports.SelectMany(each => each.ImportsClauses).OfType<SimpleImportsClauseSyntax>()
        where each.Alias is null
        select each.Name.ToString();

    // Texts that share a module

    /// <summary>
    /// Tests may start inside a module or class that the solution leaves open. Each gets a part of it, so that neither
    /// text can reach into the other.
    /// </summary>
    static (string, string) Split(string solutionText, string testsText)
    {
        CompilationUnitSyntax root = Root(solutionText, Language.Solution);
        SyntaxNode[] open = [.. root.DescendantNodes().Where(IsOpen)];
        bool closes = open.Length > 0 && Root(testsText, Language.Tests).ContainsDiagnostics
            && root.GetDiagnostics().All(each => lacksEnd.Contains(each.Id));
        if (!closes) return (solutionText, testsText);
        var changes = open.OfType<TypeBlockSyntax>().Where(each => !IsPartial(each))
            .Select(each => new TextChange(new(each.BlockStatement.DeclarationKeyword.SpanStart, 0), "Partial "));
        // The tests' `Main` is the one that runs.
        if (Root(testsText, Language.Tests).DescendantNodes().OfType<MethodBlockSyntax>().Any(IsNamedMain))
        {
            changes = changes.Concat(root.DescendantNodes().OfType<MethodBlockSyntax>().Where(IsMain)
                .Select(each => Blank(root, each.Span)));
        }
        string closed = root.SyntaxTree.GetText().WithChanges(changes.OrderBy(each => each.Span.Start)).ToString();
        // No method may start on the line of its module, so the tests' lines must be renumbered.
        string opening = $"{string.Concat(open.Select(Opening))}#ExternalSource(\"{Language.Tests}\", 1)\n";
        return ($"{closed}\n{string.Join('\n', open.Reverse().Select(Closing))}", $"{opening}{testsText}\n#End ExternalSource\n");
    }

    static bool IsNamedMain(MethodBlockSyntax method) =>
        same.Equals(method.SubOrFunctionStatement.Identifier.ValueText, "Main");

    static bool IsOpen(SyntaxNode node) =>
        node is TypeBlockSyntax { EndBlockStatement.EndKeyword.IsMissing: true }
            or NamespaceBlockSyntax { EndNamespaceStatement.EndKeyword.IsMissing: true };

    static string Opening(SyntaxNode node) => node is TypeBlockSyntax type
        ? $"Partial {type.BlockStatement.DeclarationKeyword.Text} {NameOf(type).Text}{type.BlockStatement.TypeParameterList}\n"
        : $"Namespace {((NamespaceBlockSyntax)node).NamespaceStatement.Name}\n";

    static string Closing(SyntaxNode node) => node is TypeBlockSyntax type
        ? $"End {type.BlockStatement.DeclarationKeyword.Text}"
        : "End Namespace";

    // Changes

    IEnumerable<TextChange> SolutionChanges(Clashing way)
    {
        // A solution that claims that its lines are those of the tests.
        foreach (SyntaxTrivia each in solution.DescendantTrivia().Where(IsSourceDirective)) yield return Blank(solution, each.Span);
        var names = new HashSet<string>(DeclaredNames(), same);
        names.IntersectWith(guarded);
        names.ExceptWith(Types(tests).Select(each => NameOf(each).ValueText));
        names.Add(Own);
        TypeBlockSyntax[] clashes = [.. Clashes()];
        if (way == Clashing.Merged)
        {
            foreach (TextChange each in Merged(clashes, without: true)) yield return each;
        }
        else
        {
            TypeBlockSyntax[] removed =
                [.. clashes.Where(each => way == Clashing.Removed && !MainTypes(each).Any())];
            foreach (TypeBlockSyntax each in removed) yield return Blank(solution, each.Span);
            names.UnionWith(clashes.Except(removed).Select(each => NameOf(each).ValueText));
        }
        foreach (TextChange each in Renamed(names)) yield return each;
    }

    IEnumerable<string> DeclaredNames() =>
        solution.DescendantNodes().OfType<TypeBlockSyntax>().Select(each => NameOf(each).ValueText)
            .Concat(solution.Imports.SelectMany(each => each.ImportsClauses).OfType<SimpleImportsClauseSyntax>()
                .Where(each => each.Alias is not null).Select(each => each.Alias.Identifier.ValueText));

    IEnumerable<TextChange> TestsChanges(Clashing way)
    {
        var declared = Types(tests).Select(each => NameOf(each).ValueText).ToHashSet(same);
        foreach (MemberAccessExpressionSyntax each in tests.DescendantNodes().OfType<MemberAccessExpressionSyntax>())
        {
            if (IsReplaced(each) && !declared.Contains(LastName(each.Expression)))
                yield return new(each.Expression.Span, $"Global.{Own}.Tests");
        }
        // `End` exits with status 0.
        foreach (StopOrEndStatementSyntax each in tests.DescendantNodes().OfType<StopOrEndStatementSyntax>())
        {
            if (each.IsKind(SyntaxKind.EndStatement)) yield return new(each.Span, $"Global.{Own}.Tests.Exit(0)");
        }
        foreach (TextChange each in TypeImports()) yield return each;
        if (way != Clashing.Merged) yield break;
        var clashing = Clashes().Select(FullName).ToHashSet(same);
        foreach (TextChange each in Merged(Types(tests).Where(each => clashing.Contains(FullName(each))), without: false))
            yield return each;
    }

    /// <summary>Redirects `Imports System.Diagnostics.Debug` and the like to the driver.</summary>
    IEnumerable<TextChange> TypeImports() =>
        from each in tests.Imports.SelectMany(each => each.ImportsClauses).OfType<SimpleImportsClauseSyntax>()
        where same.Equals(each.Name.ToString(), "System.Environment") || same.Equals(each.Name.ToString(), "System.Diagnostics.Debug")
            || same.Equals(each.Name.ToString(), "System.Diagnostics.Trace")
        select new TextChange(each.Name.Span, $"{Own}.Tests");

    static bool IsReplaced(MemberAccessExpressionSyntax node) =>
        node.Expression is not null && replaced.TryGetValue(LastName(node.Expression), out HashSet<string>? names)
        && names.Contains(node.Name.Identifier.ValueText);

    /// <summary>The name of a type, if the expression may be one.</summary>
    static string LastName(ExpressionSyntax node) => node switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        MemberAccessExpressionSyntax { Name: IdentifierNameSyntax name, Expression: not null } access
            when IsNamespace(access.Expression.ToString()) => name.Identifier.ValueText,
        _ => "",
    };

    static bool IsNamespace(string text) =>
        new[] { "System", "System.Diagnostics", "Global.System", "Global.System.Diagnostics", "Diagnostics" }.Contains(text, same);

    static bool IsSourceDirective(SyntaxTrivia each) =>
        each.IsKind(SyntaxKind.ExternalSourceDirectiveTrivia) || each.IsKind(SyntaxKind.EndExternalSourceDirectiveTrivia);

    /// <summary>Removes text but keeps its lines.</summary>
    static TextChange Blank(CompilationUnitSyntax root, TextSpan span) =>
        new(span, new string('\n', root.SyntaxTree.GetText().ToString(span).Count(each => each == '\n')));

    IEnumerable<TextChange> Merged(IEnumerable<TypeBlockSyntax> types, bool without)
    {
        foreach (TypeBlockSyntax type in types)
        {
            if (!IsPartial(type)) yield return new(new(type.BlockStatement.DeclarationKeyword.SpanStart, 0), "Partial ");
            foreach (MethodBlockSyntax main in type.Members.OfType<MethodBlockSyntax>().Where(IsMain))
            {
                if (without) yield return Blank(solution, main.Span);
            }
        }
    }

    /// <summary>Renames everything with these names in the solution, except members of the runtime's own.</summary>
    IEnumerable<TextChange> Renamed(HashSet<string> names) =>
        from token in solution.DescendantTokens()
        where token.IsKind(SyntaxKind.IdentifierToken) && names.Contains(token.ValueText) && !IsOfSystem(token)
        select new TextChange(token.Span, $"{token.ValueText}{Suffix}");

    static bool IsOfSystem(SyntaxToken token) => token.Parent?.Parent switch
    {
        QualifiedNameSyntax name when name.Right == token.Parent => name.Left.ToString().Split('.').Contains("System", same),
        MemberAccessExpressionSyntax access when access.Name == token.Parent => true,
        _ => false,
    };
}
