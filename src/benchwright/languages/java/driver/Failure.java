package benchwright;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Why a test did not pass: a failed check, or an error. */
final class Failure {
    private static final String SOLUTION = "Solution";
    private static final String TESTS = "Tests";
    /** Where other languages throw on behalf of the text that causes the error. */
    private static final String[] THROWERS = {
        "scala.Predef$", "scala.sys.package$", "org.codehaus.groovy.runtime.callsite.",
        "org.codehaus.groovy.reflection.", "java.lang.reflect.", "jdk.internal.reflect.", "clojure.core$ex_info",
    };

    final String kind;
    final String name;
    final String place;
    final String message;
    private final Throwable error;

    Failure(Throwable error) {
        this.error = error;
        Throwable root = error;
        while (root.getCause() != null && hides(root)) {
            root = root.getCause();
        }
        StackTraceElement[] frames = root.getStackTrace();
        place = place(frames);
        boolean says = root instanceof AssertionError || isThrownByTests(root, frames);
        kind = says && isInTests(place) ? "assertion" : "error";
        String own = root.getClass().getSimpleName();
        name = own.isEmpty() ? root.getClass().getName() : own;
        message = message(root);
    }

    Failure(String kind, String name, String place, String message) {
        error = null;
        this.kind = kind;
        this.name = name;
        this.place = place;
        this.message = message;
    }

    Failure(String kind, String name, String place, Throwable error) {
        this.error = error;
        this.kind = kind;
        this.name = name;
        this.place = place;
        this.message = message(error);
    }

    /** The tests exited the program. */
    static Failure exit(String place, int status) {
        return new Failure("exit", "System.exit", place, "status " + status);
    }

    /** The innermost line in either text among the frames, or nothing. */
    static String place(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            if (isUsers(frame)) {
                return frame.getFileName() + ":" + frame.getLineNumber();
            }
        }
        return "";
    }

    static boolean isInTests(String place) {
        return isOf(TESTS, place);
    }

    /** Prints the error as Java does, without the driver's and the framework's frames below the two texts. */
    void print(String before) {
        try {
            for (Throwable each = error; each != null; each = each.getCause()) {
                trim(each);
            }
            System.err.print(before);
            error.printStackTrace();
        } catch (Throwable unprintable) {
            System.err.println(name);
        }
    }

    private static void trim(Throwable error) {
        StackTraceElement[] frames = error.getStackTrace();
        int end = frames.length;
        while (end > 0 && !isUsers(frames[end - 1])) {
            end--;
        }
        if (end > 0) {
            error.setStackTrace(Arrays.copyOf(frames, end));
        }
    }

    /** Whether the error only wraps another one. */
    private static boolean hides(Throwable error) {
        Class<?> type = error.getClass();
        boolean carries = type == ExecutionException.class || type == CompletionException.class
            || type == InvocationTargetException.class || type == ExceptionInInitializerError.class;
        boolean plain = type == RuntimeException.class || type == Exception.class || type == Error.class;
        return carries || plain && isThrownByTests(error, error.getStackTrace());
    }

    /** Whether the tests' text raised the error, rather than something it called or the machine on its behalf. */
    private static boolean isThrownByTests(Throwable error, StackTraceElement[] frames) {
        int top = 0;
        while (top < frames.length - 1 && isThrower(frames[top].getClassName())) {
            top++;
        }
        return frames.length > 0 && isOf(TESTS, frames[top].getFileName())
            && !error.getClass().getName().startsWith("groovy.lang.")
            && !(error instanceof NullPointerException || error instanceof IndexOutOfBoundsException
                || error instanceof ArithmeticException || error instanceof ClassCastException
                || error instanceof ArrayStoreException || error instanceof NegativeArraySizeException
                || error instanceof LinkageError || error instanceof VirtualMachineError);
    }

    private static boolean isThrower(String type) {
        for (String thrower : THROWERS) {
            if (type.startsWith(thrower)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUsers(StackTraceElement frame) {
        return isOf(SOLUTION, frame.getFileName()) || isOf(TESTS, frame.getFileName());
    }

    /** Whether the file contains this text, in whatever language. Scripts name their class, so the name is rare. */
    private static boolean isOf(String part, String file) {
        return file != null && (file.startsWith(part + ".") || file.startsWith(part + "Script."));
    }

    private static String message(Throwable error) {
        try {
            String message = error.getMessage();
            if (message != null && message.indexOf('\u001b') >= 0) {
                message = message.replaceAll("\u001b\\[[0-9;]*m", "");  // colours
            }
            return message == null ? "" : message;
        } catch (Throwable unwilling) {
            return "";
        }
    }
}
