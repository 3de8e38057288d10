package benchwright;

import groovy.lang.GroovyClassLoader;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.Phases;

/**
 * Compiles one program, or a solution with its tests, and notes what to start. Arguments: the file or, for tests, their
 * folder; the class path.
 */
public final class Build {
    private static final List<String> PREFERRED = List.of(Joining.TESTS, "main");

    private final File work;
    private final String path;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Set<String>> words = new HashMap<>();

    private Build(File work, String path, List<File> files) throws IOException {
        this.work = work;
        this.path = path;
        for (File file : files) {
            String text = Classes.textOf(file);
            texts.put(file.getName(), text);
            words.put(file.getName(), new HashSet<>(List.of(text.split("\\W+"))));
        }
    }

    public static void main(String[] arguments) throws IOException {
        File given = new File(arguments[0]);
        boolean judged = given.isDirectory();
        File work = judged ? given : given.getParentFile();
        File text = judged ? new File(work, Joining.TESTS + Joining.ENDING) : given;
        File solution = new File(work, Joining.SOLUTION + Joining.ENDING);
        Build build = new Build(work, arguments[1], judged ? List.of(solution, text) : List.of(text));
        try {
            build.run(solution.getName(), text.getName());
        } catch (CompilationFailedException error) {
            System.err.println(error.getMessage().replaceAll("(?m)^(\\w+\\.groovy): (\\d+): ", "$1:$2: "));
            System.exit(1);
        }
        Classes.note(work, text, judged, PREFERRED);
    }

    /** Both texts at once. If that fails, one after the other: types that both have are those of the tests then. */
    private void run(String solution, String last) {
        try {
            compile(path, texts.keySet());
        } catch (CompilationFailedException together) {
            if (texts.size() == 1) {
                throw together;
            }
            try {
                compile(path, Set.of(solution));
                compile(path + File.pathSeparator + work, Set.of(last));
            } catch (CompilationFailedException error) {
                throw together;
            }
        }
    }

    private void compile(String path, Set<String> names) {
        CompilerConfiguration options = new CompilerConfiguration();
        options.setTargetDirectory(work);
        options.setClasspath(path);
        // Slower to start: what a program spends on it, it does not win back within seconds.
        options.getOptimizationOptions().put(CompilerConfiguration.INVOKEDYNAMIC, false);
        GroovyClassLoader loader = new GroovyClassLoader(Build.class.getClassLoader(), options);
        CompilationUnit unit = new CompilationUnit(options, null, loader);
        names.forEach(name -> unit.addSource(name, texts.get(name)));
        unit.addPhaseOperation(new Joining(work, loader, words), Phases.CONVERSION);
        unit.compile();
    }
}
