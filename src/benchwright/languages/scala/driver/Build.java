package benchwright;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compiles one program, or a solution with its tests, and records what to start. Arguments: the file or, for tests,
 * their folder; options of the compilers.
 *
 * Code that Scala 3 rejects may be Scala 2.13, which has its own compiler here; both use the same library.
 */
public final class Build {
    private static final List<String> PREFERRED = List.of("StatementsOfTests", "Main");

    private final boolean judged;
    private final File work;
    private final File text;
    private final File solution;
    private final List<String> options;

    private Build(String[] arguments) {
        options = new ArrayList<>(List.of(arguments));
        File given = new File(options.remove(0));
        judged = given.isDirectory();
        work = judged ? given : given.getParentFile();
        text = judged ? new File(work, "Tests.scala") : given;
        solution = new File(work, "Solution.scala");
        options.add(text.getPath());
        if (judged) {
            options.add(solution.getPath());
        }
    }

    public static void main(String[] arguments) throws IOException {
        Build build = new Build(arguments);
        if (!build.compiles()) {
            System.exit(1);
        }
        build.finish();
    }

    /** Builds in a service, with Scala 3 only, and returns the exit status. */
    static int build(String[] arguments) throws IOException {
        Build build = new Build(arguments);
        if (build.startsAsTwo() || !WithoutMacros.compiles(build.optionsOfThree())) {
            return Service.DECLINED;  // a fresh compiler can run macros, and tries Scala 2
        }
        build.finish();
        return 0;
    }

    private boolean startsAsTwo() throws IOException {
        return isApp(text) && !(judged && isApp(solution));
    }

    /** Whether it contains an object with the body of a program: in Scala 3, threads wait for its initialisation. */
    private static boolean isApp(File text) throws IOException {
        return Classes.textOf(text).contains("extends App");
    }

    private boolean compiles() throws IOException {
        PrintStream errors = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));  // before a compiler reads it
        boolean startsAsTwo = startsAsTwo();
        if (startsAsTwo && compilesAsTwo()) {
            return true;
        }
        said.reset();
        if (!dotty.tools.dotc.Main.process(optionsOfThree()).hasErrors()) {
            return true;
        }
        byte[] faults = said.toByteArray();
        if (!startsAsTwo && compilesAsTwo()) {
            return true;
        }
        errors.write(faults);
        return false;
    }

    private boolean compilesAsTwo() {
        return scala.tools.nsc.Main.process(options.toArray(new String[0]));
    }

    private String[] optionsOfThree() {
        List<String> uncoloured = new ArrayList<>(options);
        uncoloured.add("-color:never");
        return uncoloured.toArray(new String[0]);
    }

    private void finish() throws IOException {
        Classes.note(work, text, judged, PREFERRED);
        removeTrees();
    }

    /** Removes what only compilers need, the typed syntax trees. */
    private void removeTrees() throws IOException {
        try (Stream<Path> files = Files.walk(work.toPath())) {
            files.filter(file -> file.toString().endsWith(".tasty")).forEach(file -> file.toFile().delete());
        }
    }
}
