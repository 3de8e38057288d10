using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Benchwright;

/// <summary>
/// Makes one program of a solution and its tests. They stay two files, so that both keep their lines. What a program
/// cannot contain twice is changed in the solution, and what would end the tests unnoticed is changed in the tests.
/// </summary>
sealed class Joining
{
    const string Own = "Benchwright", Functions = "Functions_of_solution", Suffix = "_of_solution";

    /// <summary>Types that tests rely on and no problem asks for; names that end like exceptions are added.</summary>
    static readonly HashSet<string> guarded =
    [
        "Action", "Activator", "Boolean", "Console", "Contract", "Debug", "Double", "Enumerable", "Environment", "Func",
        "Int32", "Int64", "Object", "Process", "String", "System", "Trace", "Type", Own,
    ];

    static readonly HashSet<string> guardedExceptions =
    [
        "ApplicationException", "ArgumentException", "ArgumentNullException", "ArgumentOutOfRangeException",
        "ArithmeticException", "DivideByZeroException", "Exception", "FormatException", "IndexOutOfRangeException",
        "InvalidCastException", "InvalidOperationException", "KeyNotFoundException", "NotImplementedException",
        "NotSupportedException", "NullReferenceException", "OverflowException", "SystemException",
    ];

    static readonly Dictionary<string, HashSet<string>> replaced = new()
    {
        ["Environment"] = ["Exit", "ExitCode", "FailFast"],
        ["Debug"] = ["Assert", "Fail"],
        ["Trace"] = ["Assert", "Fail"],
        ["Contract"] = ["Assert"],
    };

    readonly CompilationUnitSyntax solution, tests;
    readonly bool hasStatements;
    readonly string? mainType;

    internal Joining(string solutionText, string testsText)
    {
        (solutionText, testsText) = Split(solutionText, testsText);
        solution = Root(solutionText, Language.Solution);
        tests = Root(testsText, Language.Tests);
        hasStatements = tests.Members.OfType<GlobalStatementSyntax>().Any();
        mainType = hasStatements ? null : MainTypes(tests).FirstOrDefault();
    }

    /// <summary>Ways to join, the one that changes least first.</summary>
    internal IEnumerable<Attempt> Attempts()
    {
        yield return references => With(merged: false, [], references);
        string[] usings = [.. Language.ImplicitUsings, .. SharedUsings()];
        yield return references => With(merged: false, usings, references);
        if (Clashes().Any()) yield return references => With(merged: true, usings, references);
    }

    Compilation With(bool merged, string[] usings, MetadataReference[] references)
    {
        IEnumerable<TextChange> aliases = usings.Length > 0 ? SharedAliases() : [];
        SyntaxTree[] trees =
            [Changed(solution, SolutionChanges(merged)), Changed(tests, aliases.Concat(TestsChanges(merged)))];
        bool hasFunctions = solution.Members.OfType<GlobalStatementSyntax>().Any(IsFunction);
        string[] all = hasFunctions ? [.. usings, $"static {Functions}"] : usings;
        if (all.Length > 0) trees = [.. trees, Language.Usings(all)];
        return Language.Compile(trees, references, isLibrary: mainType is null && !hasStatements, mainType);
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

    static IEnumerable<MemberDeclarationSyntax> Types(SyntaxNode root) =>
        root.DescendantNodes(each => each is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
            .OfType<MemberDeclarationSyntax>()
            .Where(each => each is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax);

    static SyntaxToken NameOf(MemberDeclarationSyntax type) =>
        type is BaseTypeDeclarationSyntax declared ? declared.Identifier : ((DelegateDeclarationSyntax)type).Identifier;

    static string Prefix(SyntaxNode node) =>
        string.Concat(node.Ancestors().OfType<BaseNamespaceDeclarationSyntax>().Reverse().Select(each => $"{each.Name}."));

    static string FullName(MemberDeclarationSyntax type)
    {
        int arity = (type as TypeDeclarationSyntax)?.TypeParameterList?.Parameters.Count ?? 0;
        return $"{Prefix(type)}{NameOf(type).ValueText}`{arity}";
    }

    static bool IsFunction(GlobalStatementSyntax each) => each.Statement is LocalFunctionStatementSyntax;

    static bool IsMain(MethodDeclarationSyntax method) =>
        method.Identifier.ValueText == "Main" && method.Modifiers.Any(SyntaxKind.StaticKeyword)
        && method.ParameterList.Parameters.Count <= 1 && method.TypeParameterList is null;

    /// <summary>Types of the text with a `Main`, in the form that the compiler expects; likelier ones first.</summary>
    static IEnumerable<string> MainTypes(SyntaxNode root) =>
        from method in root.DescendantNodes().OfType<MethodDeclarationSyntax>()
        where IsMain(method) && method.Parent is TypeDeclarationSyntax
        let types = method.Ancestors().OfType<TypeDeclarationSyntax>().Reverse().ToArray()
        where types.All(each => each.TypeParameterList is null)
        orderby types.Length, types[^1].Identifier.ValueText != "Program"
        select Prefix(types[0]) + string.Join('.', types.Select(each => each.Identifier.ValueText));

    /// <summary>Types of the solution that the tests declare as well.</summary>
    IEnumerable<MemberDeclarationSyntax> Clashes()
    {
        var taken = Types(tests).Select(FullName).ToHashSet();
        if (hasStatements) taken.Add("Program`0");
        return Types(solution).Where(each => taken.Contains(FullName(each)));
    }

    // Texts that share a class

    /// <summary>
    /// Tests may start inside a class that the solution leaves open. Each gets a part of the class, so that neither
    /// text can reach into the other.
    /// </summary>
    static (string, string) Split(string solutionText, string testsText)
    {
        CompilationUnitSyntax root = Root(solutionText, Language.Solution);
        SyntaxNode[] open = [.. root.DescendantNodes().Where(IsOpen)];
        bool closes = open.Length > 0 && Root(testsText, Language.Tests).ContainsDiagnostics
            && root.GetDiagnostics().All(each => each.Id == "CS1513");
        if (!closes) return (solutionText, testsText);
        string opening = string.Concat(open.Select(each => each is TypeDeclarationSyntax type
            ? $"partial {type.Keyword.Text} {type.Identifier.Text}{type.TypeParameterList} {{ "
            : $"namespace {((NamespaceDeclarationSyntax)each).Name} {{ "));
        var changes = open.OfType<TypeDeclarationSyntax>()
            .Where(each => !each.Modifiers.Any(SyntaxKind.PartialKeyword))
            .Select(each => new TextChange(new TextSpan(each.Keyword.SpanStart, 0), "partial "));
        string closed = root.SyntaxTree.GetText().WithChanges(changes).ToString();
        return ($"{closed}\n{new string('}', open.Length)}", opening + testsText);
    }

    static bool IsOpen(SyntaxNode node) =>
        node is TypeDeclarationSyntax { CloseBraceToken: { IsMissing: true, Parent: not null }, OpenBraceToken.IsMissing: false }
            or NamespaceDeclarationSyntax { CloseBraceToken.IsMissing: true };

    // Changes

    IEnumerable<TextChange> SolutionChanges(bool merged)
    {
        // A solution that claims that its lines are those of the tests, or that its imports apply to all files.
        foreach (SyntaxTrivia each in solution.DescendantTrivia().Where(IsLineDirective)) yield return Blank(each.Span);
        foreach (UsingDirectiveSyntax each in solution.Usings.Where(each => each.GlobalKeyword.Span.Length > 0))
            yield return Blank(each.GlobalKeyword.Span);
        var changes = StatementChanges().Concat(merged ? Merged(Clashes(), without: true) : Apart());
        foreach (TextChange each in changes.Concat(Renamed(GuardedTypes()))) yield return each;
    }

    IEnumerable<TextChange> TestsChanges(bool merged)
    {
        var declared = Types(tests).Select(each => NameOf(each).ValueText).ToHashSet();
        IEnumerable<TextChange> changes = tests.DescendantNodes().OfType<MemberAccessExpressionSyntax>()
            .Where(each => IsReplaced(each) && !declared.Contains(LastName(each.Expression)))
            .Select(each => new TextChange(each.Expression.Span, $"global::{Own}.Tests"));
        foreach (TextChange each in changes.Concat(StaticUsings())) yield return each;
        if (!merged) yield break;
        var clashing = Clashes().Select(FullName).ToHashSet();
        foreach (TextChange each in Merged(Types(tests).Where(each => clashing.Contains(FullName(each))), without: false))
            yield return each;
    }

    /// <summary>Redirects `using static System.Diagnostics.Debug` and the like to the driver.</summary>
    IEnumerable<TextChange> StaticUsings() =>
        from each in tests.DescendantNodes().OfType<UsingDirectiveSyntax>()
        where each.StaticKeyword.Span.Length > 0 && each.NamespaceOrType.ToString() is "System.Environment"
            or "System.Diagnostics.Debug" or "System.Diagnostics.Trace"
        select new TextChange(each.NamespaceOrType.Span, $"{Own}.Tests");

    static bool IsReplaced(MemberAccessExpressionSyntax node) =>
        replaced.TryGetValue(LastName(node.Expression), out HashSet<string>? names)
        && names.Contains(node.Name.Identifier.ValueText);

    /// <summary>The name of a type, if the expression may be one.</summary>
    static string LastName(ExpressionSyntax node) => node switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        MemberAccessExpressionSyntax { Name: IdentifierNameSyntax name } access when access.Expression.ToString()
            is "System" or "System.Diagnostics" or "System.Diagnostics.Contracts" or "global::System"
            or "global::System.Diagnostics" or "Diagnostics" => name.Identifier.ValueText,
        AliasQualifiedNameSyntax alias => alias.Name.Identifier.ValueText,
        _ => "",
    };

    static bool IsLineDirective(SyntaxTrivia each) =>
        each.IsKind(SyntaxKind.LineDirectiveTrivia) || each.IsKind(SyntaxKind.LineSpanDirectiveTrivia);

    /// <summary>Removes text but keeps its lines.</summary>
    TextChange Blank(TextSpan span) =>
        new(span, new string('\n', solution.SyntaxTree.GetText().ToString(span).Count(each => each == '\n')));

    /// <summary>Removes the solution's own entry point, which tests do not need; functions next to it stay.</summary>
    IEnumerable<TextChange> StatementChanges()
    {
        foreach (GlobalStatementSyntax each in solution.Members.OfType<GlobalStatementSyntax>())
        {
            if (each.Statement is not LocalFunctionStatementSyntax function)
            {
                yield return Blank(each.Span);
                continue;
            }
            bool isStatic = function.Modifiers.Any(SyntaxKind.StaticKeyword);
            int start = function.Modifiers.Count > 0 ? function.Modifiers[0].SpanStart : function.ReturnType.SpanStart;
            yield return new(new(each.SpanStart, 0), $"static partial class {Functions} {{ ");
            yield return new(new(start, 0), isStatic ? "internal " : "internal static ");
            yield return new(new(each.Span.End, 0), " }");
        }
    }

    /// <summary>If both declare a type, the solution's is removed if its callers see it, otherwise renamed.</summary>
    IEnumerable<TextChange> Apart()
    {
        MemberDeclarationSyntax[] clashes = [.. Clashes()];
        var shared = clashes.Where(each => !MainTypes(each).Any() && IsShared(each)).ToHashSet();
        return shared.Select(each => Blank(each.Span))
            .Concat(Renamed(clashes.Where(each => !shared.Contains(each)).Select(each => NameOf(each).ValueText)));
    }

    /// <summary>Whether the solution exposes values of this type: then there must be only one such type.</summary>
    bool IsShared(MemberDeclarationSyntax type) =>
        solution.DescendantNodes().OfType<SimpleNameSyntax>().Any(name =>
            name.Identifier.ValueText == NameOf(type).ValueText && !name.Ancestors().Contains(type)
            && !name.Ancestors().Any(each => each is BlockSyntax or ArrowExpressionClauseSyntax or EqualsValueClauseSyntax));

    IEnumerable<TextChange> Merged(IEnumerable<MemberDeclarationSyntax> types, bool without)
    {
        foreach (TypeDeclarationSyntax type in types.OfType<TypeDeclarationSyntax>())
        {
            if (!type.Modifiers.Any(SyntaxKind.PartialKeyword))
                yield return new(new(type.Keyword.SpanStart, 0), "partial ");
            foreach (MethodDeclarationSyntax main in type.Members.OfType<MethodDeclarationSyntax>().Where(IsMain))
            {
                if (without) yield return Blank(main.Span);
            }
        }
    }

    IEnumerable<string> GuardedTypes()
    {
        var declared = Types(solution).Select(each => NameOf(each).ValueText)
            .Concat(solution.Usings.Where(each => each.Alias is not null).Select(each => each.Alias!.Name.Identifier.ValueText))
            .ToHashSet();
        declared.IntersectWith(guarded.Concat(guardedExceptions));
        declared.ExceptWith(Types(tests).Select(each => NameOf(each).ValueText));
        declared.Add(Own);
        return declared;
    }

    /// <summary>Renames everything with this name in the solution, except members of the runtime's own.</summary>
    IEnumerable<TextChange> Renamed(IEnumerable<string> names)
    {
        var wanted = names.ToHashSet();
        return from token in solution.DescendantTokens()
               where token.IsKind(SyntaxKind.IdentifierToken) && wanted.Contains(token.ValueText) && !IsOfSystem(token)
               select new TextChange(token.Span, $"{token.ValueText}{Suffix}");
    }

    static bool IsOfSystem(SyntaxToken token) => token.Parent?.Parent switch
    {
        QualifiedNameSyntax name when name.Right == token.Parent => name.Left.ToString().Split('.')[0].EndsWith("System"),
        MemberAccessExpressionSyntax access when access.Name == token.Parent => true,
        _ => false,
    };

    /// <summary>Aliases that only the solution defines. Names that tests rely on keep their meaning.</summary>
    IEnumerable<TextChange> SharedAliases()
    {
        var taken = tests.Usings.Where(each => each.Alias is not null).Select(each => each.Alias!.Name.ToString()).ToHashSet();
        taken.UnionWith(guarded.Concat(guardedExceptions));
        int start = tests.Usings.Count > 0 ? tests.Usings.Last().Span.End : tests.GetFirstToken().SpanStart;
        return solution.Usings.Where(each => each.Alias is not null && taken.Add(each.Alias!.Name.ToString()))
            .Select(each => new TextChange(new(start, 0), $" using {each.Alias} {each.NamespaceOrType};"));
    }

    /// <summary>Imports of either text: they may have been one file.</summary>
    IEnumerable<string> SharedUsings() =>
        from each in solution.DescendantNodes().Concat(tests.DescendantNodes()).OfType<UsingDirectiveSyntax>()
        where each.Alias is null
        select $"{each.StaticKeyword.Text} {each.NamespaceOrType}".Trim();
}
