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
 * Compiles one program, or a solution with its tests, and notes what to start. Arguments: the file or, for tests, their
 * folder; options of the compilers.
 *
 * What Scala 3 does not take may be Scala 2.13, which has a compiler of its own here; both use the same library.
 */
public final class Build {
    private static final List<String> PREFERRED = List.of("StatementsOfTests", "Main");

    private final PrintStream errors = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final String[] options;

    private Build(List<String> options) {
        this.options = options.toArray(new String[0]);
        System.setErr(new PrintStream(said, true));  // before a compiler sees it
    }

    public static void main(String[] arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of(arguments));
        File given = new File(options.remove(0));
        boolean judged = given.isDirectory();
        File work = judged ? given : given.getParentFile();
        File text = judged ? new File(work, "Tests.scala") : given;
        File solution = new File(work, "Solution.scala");
        options.add(text.getPath());
        if (judged) {
            options.add(solution.getPath());
        }
        boolean startsAsTwo = isApp(text) && !(judged && isApp(solution));
        if (!new Build(options).compiles(startsAsTwo)) {
            System.exit(1);
        }
        Classes.note(work, text, judged, PREFERRED);
        removeTrees(work);
    }

    /** Whether an object with the body of a program is in it: in Scala 3 its threads wait for its initialisation. */
    private static boolean isApp(File text) throws IOException {
        return Classes.textOf(text).contains("extends App");
    }

    private boolean compiles(boolean startsAsTwo) throws IOException {
        if (startsAsTwo && compilesAsTwo()) {
            return true;
        }
        said.reset();
        List<String> uncoloured = new ArrayList<>(List.of(options));
        uncoloured.add("-color:never");
        if (!dotty.tools.dotc.Main.process(uncoloured.toArray(new String[0])).hasErrors()) {
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
        return scala.tools.nsc.Main.process(options);
    }

    /** What other compilers need of a program, its texts in another form, is of no use when it runs. */
    private static void removeTrees(File work) throws IOException {
        try (Stream<Path> files = Files.walk(work.toPath())) {
            files.filter(file -> file.toString().endsWith(".tasty")).forEach(file -> file.toFile().delete());
        }
    }
}
