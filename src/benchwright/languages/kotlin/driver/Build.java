package benchwright;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/**
 * Compiles one program, or a solution with its tests, and records what to start. Arguments: the file or, for tests,
 * their folder; options of the compiler.
 */
public final class Build {
    private static final List<String> PREFERRED = List.of("StatementsOfTests", "TestsKt", "Main", "MainKt");
    // Assertions are enabled in the compiled code, whatever the options of the virtual machine.
    private static final List<String> OPTIONS = List.of("-no-stdlib", "-no-reflect", "-nowarn", "-jvm-target", "17",
        "-Xassertions=always-enable", "-Xdisable-default-scripting-plugin");
    private static final Pattern CALL_OF_MAIN = Pattern.compile("\nmain\\((arrayOf\\(\\)|emptyArray\\(\\))?\\)\\s*$");

    public static void main(String[] arguments) throws IOException {
        System.exit(build(arguments));
    }

    /** Builds, and returns the exit status. */
    static int build(String[] arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of(arguments));
        File given = new File(options.remove(0));
        boolean judged = given.isDirectory();
        File work = judged ? given : given.getParentFile();
        File text = judged ? new File(work, "Tests.kt") : given;
        options.addAll(OPTIONS);
        options.add(text.getPath());
        if (judged) {
            options.add(new File(work, "Solution.kt").getPath());
        } else {
            endAsProgram(given);
        }
        if (new K2JVMCompiler().exec(System.err, options.toArray(new String[0])) != ExitCode.OK) {
            return 1;
        }
        Classes.note(work, text, judged, PREFERRED);
        return 0;
    }

    /** Scripts end with a call of their `main`, which programs must not contain. */
    private static void endAsProgram(File text) throws IOException {
        String given = Classes.textOf(text);
        String ended = CALL_OF_MAIN.matcher(given).replaceFirst("\n");
        if (!ended.equals(given)) {
            Files.writeString(text.toPath(), ended);
        }
    }
}
