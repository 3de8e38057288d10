package benchwright;

import groovy.lang.GroovyClassLoader;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.ast.tools.GenericsUtils;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.Phases;

/**
 * Compiles one program, or a solution with its tests, and records what to start. Arguments: the file or, for tests,
 * their folder; the class path.
 */
public final class Build {
    private static final List<String> PREFERRED = List.of(Joining.TESTS, "main");

    private final boolean judged;
    private final File work;
    private final File text;
    private final File solution;
    private final String path;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Set<String>> words = new HashMap<>();

    private Build(String[] arguments) throws IOException {
        File given = new File(arguments[0]);
        judged = given.isDirectory();
        work = judged ? given : given.getParentFile();
        text = judged ? new File(work, Joining.TESTS + Joining.ENDING) : given;
        solution = new File(work, Joining.SOLUTION + Joining.ENDING);
        path = arguments[1];
        for (File file : judged ? List.of(solution, text) : List.of(text)) {
            String content = Classes.textOf(file);
            texts.put(file.getName(), content);
            words.put(file.getName(), new HashSet<>(List.of(content.split("\\W+"))));
        }
    }

    public static void main(String[] arguments) throws IOException {
        Build build = new Build(arguments);
        try {
            build.compileAll();
        } catch (CompilationFailedException error) {
            System.err.println(error.getMessage().replaceAll("(?m)^(\\w+\\.groovy): (\\d+): ", "$1:$2: "));
            System.exit(1);
        }
        Classes.note(build.work, build.text, build.judged, PREFERRED);
    }

    /** Builds in a service, both texts at once, and returns the exit status. */
    static int build(String[] arguments) throws IOException {
        Build build = new Build(arguments);
        boolean known = System.getProperty("java.class.path").startsWith(build.path + File.pathSeparator);
        if (!known || build.mayRunCode()) {
            return Service.DECLINED;
        }
        try {
            build.compile(build.path, build.texts.keySet());
        } catch (CompilationFailedException error) {
            return build.judged ? Service.DECLINED : 1;  // compiling one text after the other may work
        } finally {
            GenericsUtils.clearParameterizedTypeCache();  // its keys are the names of types
        }
        Classes.note(build.work, build.text, build.judged, PREFERRED);
        return 0;
    }

    /**
     * Whether a text could run code in the compiler. Everything that does (transformations, AST tests, type checker
     * extensions, grabbed libraries, collectors) starts with an annotation, which an escape could hide.
     */
    private boolean mayRunCode() {
        return texts.values().stream().anyMatch(each -> each.contains("@") || each.contains("\\u"));
    }

    /** Compiles both texts at once or, if that fails, one after the other: of duplicate types, the tests' is used. */
    private void compileAll() throws IOException {
        try {
            compile(path, texts.keySet());
        } catch (CompilationFailedException together) {
            if (texts.size() == 1) {
                throw together;
            }
            try {
                compile(path, Set.of(solution.getName()));
                compile(path + File.pathSeparator + work, Set.of(text.getName()));
            } catch (CompilationFailedException error) {
                throw together;
            }
        }
    }

    private void compile(String path, Set<String> names) throws IOException {
        CompilerConfiguration options = new CompilerConfiguration();
        options.setTargetDirectory(work);
        options.setClasspath(path);
        // Slower to start: the time that it takes does not pay off within seconds.
        options.getOptimizationOptions().put(CompilerConfiguration.INVOKEDYNAMIC, false);
        try (GroovyClassLoader loader = new GroovyClassLoader(Build.class.getClassLoader(), options)) {
            CompilationUnit unit = new CompilationUnit(options, null, loader);
            names.forEach(name -> unit.addSource(name, texts.get(name)));
            unit.addPhaseOperation(new Joining(work, loader, words), Phases.CONVERSION);
            unit.compile();
        }
    }
}
