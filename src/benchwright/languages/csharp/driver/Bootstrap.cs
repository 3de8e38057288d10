using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Benchwright;

/// <summary>
/// Runs inside a self-contained .NET executable before its own program: compiles our program with the compiler that
/// the executable carries, and writes an executable that contains ours in place of its own. An old compiler compiles
/// this class without the assemblies of the new one, so it calls the new one by reflection.
/// Environment: BENCHWRIGHT_SOURCES, files joined by `:`; BENCHWRIGHT_TARGET, the executable to make;
/// BENCHWRIGHT_INVARIANT, 1 if this machine has no culture data.
/// </summary>
public static class StartupHook
{
    static readonly Assembly common = Assembly.Load("Microsoft.CodeAnalysis");
    static readonly Assembly csharp = Assembly.Load("Microsoft.CodeAnalysis.CSharp");

    public static void Initialize()
    {
        try
        {
            string host = Environment.GetCommandLineArgs()[0];
            byte[] data = File.ReadAllBytes(host);
            var bundle = new Bundle(host, Bundle.ListOffset(data));
            byte[] program = Compile(bundle, data, Environment.GetEnvironmentVariable("BENCHWRIGHT_SOURCES").Split(':'));
            bool invariant = Environment.GetEnvironmentVariable("BENCHWRIGHT_INVARIANT") == "1";
            bundle.Write(Environment.GetEnvironmentVariable("BENCHWRIGHT_TARGET"), data, program, invariant);
            Environment.Exit(0);
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            Environment.Exit(1);
        }
    }

    static byte[] Compile(Bundle bundle, byte[] data, string[] sources)
    {
        Type tree = common.GetType("Microsoft.CodeAnalysis.SyntaxTree");
        Type reference = common.GetType("Microsoft.CodeAnalysis.MetadataReference");
        object[] trees = sources.Select(path => Call(
            csharp.GetType("Microsoft.CodeAnalysis.CSharp.CSharpSyntaxTree"), "ParseText", null,
            File.ReadAllText(path))).ToArray();
        object[] references = bundle.Entries.Where(each => each.IsAssembly).Select(each => Call(
            reference, "CreateFromStream", null,
            new MemoryStream(data, (int)each.Offset, (int)each.Size))).ToArray();
        object compilation = Call(
            csharp.GetType("Microsoft.CodeAnalysis.CSharp.CSharpCompilation"), "Create", null,
            "benchwright", ArrayOf(tree, trees), ArrayOf(reference, references), Options());
        var output = new MemoryStream();
        object result = Call(compilation.GetType().BaseType, "Emit", compilation, output);
        if (!(bool)result.GetType().GetProperty("Success").GetValue(result, null))
        {
            var all = (System.Collections.IEnumerable)result.GetType().GetProperty("Diagnostics").GetValue(result, null);
            throw new InvalidDataException(all.Cast<object>().Select(each => each.ToString()).First(
                text => text.Contains("error CS")));
        }
        return output.ToArray();
    }

    static object Options()
    {
        Type options = csharp.GetType("Microsoft.CodeAnalysis.CSharp.CSharpCompilationOptions");
        Type level = common.GetType("Microsoft.CodeAnalysis.OptimizationLevel");
        object made = Make(options.GetConstructors().OrderByDescending(each => each.GetParameters().Length).First());
        made = Call(options, "WithOptimizationLevel", made, Enum.Parse(level, "Release"));
        return Call(options, "WithAllowUnsafe", made, true);
    }

    /// <summary>Calls the longest method with this name and these first arguments; the others get defaults.</summary>
    static object Call(Type type, string name, object self, params object[] first)
    {
        MethodInfo method = type.GetMethods()
            .Where(each => each.Name == name && each.IsStatic == (self == null) && Takes(each, first))
            .OrderByDescending(each => each.GetParameters().Length).First();
        return method.Invoke(self, WithDefaults(method, first));
    }

    static object Make(ConstructorInfo constructor)
    {
        return constructor.Invoke(WithDefaults(constructor, new object[0]));
    }

    static bool Takes(MethodBase method, object[] first)
    {
        ParameterInfo[] parameters = method.GetParameters();
        return parameters.Length >= first.Length
            && parameters.Skip(first.Length).All(each => each.IsOptional)
            && first.Zip(parameters, (value, each) => each.ParameterType.IsInstanceOfType(value)).All(fits => fits);
    }

    static object[] WithDefaults(MethodBase method, object[] first)
    {
        return first.Concat(method.GetParameters().Skip(first.Length).Select(Default)).ToArray();
    }

    static object Default(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType;
        if (parameter.HasDefaultValue && parameter.DefaultValue != null)
            return type.IsEnum ? Enum.ToObject(type, parameter.DefaultValue) : parameter.DefaultValue;
        return type.IsValueType ? Activator.CreateInstance(type) : null;
    }

    static Array ArrayOf(Type type, object[] values)
    {
        Array made = Array.CreateInstance(type, values.Length);
        Array.Copy(values, made, values.Length);
        return made;
    }
}
