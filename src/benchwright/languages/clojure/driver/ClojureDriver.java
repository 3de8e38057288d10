package benchwright;

import clojure.lang.Agent;
import clojure.lang.Compiler;
import clojure.lang.IPersistentList;
import clojure.lang.IPersistentMap;
import clojure.lang.ISeq;
import clojure.lang.Keyword;
import clojure.lang.LineNumberingPushbackReader;
import clojure.lang.LispReader;
import clojure.lang.Namespace;
import clojure.lang.RT;
import clojure.lang.Symbol;
import clojure.lang.Var;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Loads the solution, then the tests as a continuation of its text. */
public final class ClojureDriver {
    private static final String SOLUTION = "Solution.clj";
    private static final String TESTS = "Tests.clj";
    private static final Object END = new Object();

    private final Report report;
    private final Object options = RT.map(Keyword.intern("read-cond"), Keyword.intern("allow"));
    private Namespace current;

    private ClojureDriver(Report report) {
        this.report = report;
    }

    public static void main(String[] args) throws Throwable {
        Report report = new Report();
        Driver.watch(report);
        String solution = take(SOLUTION), tests = take(TESTS);
        new ClojureDriver(report).run(solution, tests);
        Agent.shutdown();
        Driver.joinThreads();
        if (!report.close(true, 1)) {
            Driver.leave(1);
        }
    }

    /** Returns the text of a file and deletes the file. */
    private static String take(String name) throws IOException {
        File file = new File("/workspace", name);
        try (FileInputStream text = new FileInputStream(file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            file.delete();
        }
    }

    private void run(String solution, String tests) {
        RT.init();
        boolean testing = tests.contains("clojure.test") || solution.contains("clojure.test");
        if (testing) {
            RT.var("clojure.core", "require").invoke(Symbol.intern("clojure.test"));
        }
        Originals originals = new Originals(testing);
        current = Namespace.find(Symbol.intern("user"));
        load(solution, SOLUTION);
        originals.restore(current);
        Verdicts verdicts = testing ? new Verdicts(report) : null;
        if (testing) {
            Var.pushThreadBindings(RT.map(Verdicts.REPORT, verdicts));
        }
        load(tests, TESTS);
        callWhatWaits(tests, verdicts);
    }

    /** Evaluates a text form by form, in the namespace in which the preceding text ended. */
    private void load(String text, String name) {
        Var.pushThreadBindings(bindings(name));
        try {
            LineNumberingPushbackReader reader = new LineNumberingPushbackReader(new StringReader(text));
            Object form = LispReader.read(reader, false, END, false, options);
            while (form != END) {
                evaluate(form, name);
                form = LispReader.read(reader, false, END, false, options);
            }
            current = (Namespace) RT.CURRENT_NS.deref();
        } catch (LispReader.ReaderException error) {
            Object line = error.getData().valAt(Keyword.intern("clojure.error", "line"));
            fail(new Failure("syntax", "ReaderException", name + ":" + line, error.getCause()));
        } catch (Compiler.CompilerException error) {
            fail(failure(error, name));
        } catch (Throwable error) {
            fail(new Failure(error));
        } finally {
            Var.popThreadBindings();
        }
    }

    /** The vars that programs may `set!`, and the file name for the compiler. */
    private IPersistentMap bindings(String name) {
        Object[] values = {
            RT.CURRENT_NS, current, Compiler.SOURCE_PATH, name, Compiler.SOURCE, name,
            Compiler.LOADER, RT.makeClassLoader(), core("*assert*"), true, core("*warn-on-reflection*"), false,
            core("*unchecked-math*"), false, core("*math-context*"), null, core("*print-length*"), null,
            core("*print-level*"), null, core("*print-meta*"), false, core("*print-namespace-maps*"), false,
            core("*data-readers*"), core("*data-readers*").deref(), core("*command-line-args*"), null,
        };
        return RT.map(values);
    }

    private static Var core(String name) {
        return RT.var("clojure.core", name);
    }

    private void evaluate(Object form, String name) {
        if (name.equals(TESTS)) {
            Compiler.eval(Exits.redirected(form));
        } else if (!isStart(form)) {
            Compiler.eval(form);
        }
    }

    /** Whether the form runs the solution as a program. */
    private static boolean isStart(Object form) {
        if (!(form instanceof IPersistentList)) {
            return false;
        }
        ISeq parts = RT.seq(form);
        Object first = RT.first(parts);
        Object called = Symbol.intern("apply").equals(first) ? RT.second(parts) : first;
        return Symbol.intern("-main").equals(called);
    }

    /** A compiler error: in the solution's text, or in tests that refer to something the solution lacks. */
    private static Failure failure(Compiler.CompilerException error, String name) {
        Object phase = error.getData().valAt(Compiler.CompilerException.ERR_PHASE);
        if (Compiler.CompilerException.PHASE_EXECUTION.equals(phase) && error.getCause() != null) {
            return new Failure(error.getCause());
        }
        String kind = name.equals(SOLUTION) ? "syntax" : "error";
        String place = error.source + ":" + error.line;
        return new Failure(kind, "CompilerException", place, error.getCause() == null ? error : error.getCause());
    }

    private void fail(Failure failure) {
        report.note(failure);
        report.close(false, 1);
        failure.print("");
        Driver.leave(1);
    }

    /** Tests that their own text never calls. */
    private void callWhatWaits(String text, Verdicts verdicts) {
        try {
            Var main = current.findInternedVar(Symbol.intern("-main"));
            if (main != null && isOfTests(main) && !text.contains("(-main") && !text.contains("apply -main")) {
                main.invoke();
            }
            Set<Namespace> waiting = verdicts == null || verdicts.began ? Set.of() : withTests();
            if (!waiting.isEmpty()) {
                RT.var("clojure.test", "run-tests").applyTo(RT.seq(waiting));
            }
        } catch (Throwable error) {
            fail(new Failure(error));
        }
    }

    private static Set<Namespace> withTests() {
        Set<Namespace> found = new LinkedHashSet<>();
        for (ISeq all = Namespace.all(); all != null; all = all.next()) {
            Namespace namespace = (Namespace) all.first();
            for (Object each : namespace.getMappings()) {
                Object value = ((Map.Entry<?, ?>) each).getValue();
                if (value instanceof Var && ((Var) value).ns == namespace && isTest((Var) value)) {
                    found.add(namespace);
                }
            }
        }
        return found;
    }

    private static boolean isTest(Var value) {
        return value.meta().valAt(Keyword.intern("test")) != null && isOfTests(value);
    }

    private static boolean isOfTests(Var value) {
        return TESTS.equals(value.meta().valAt(Keyword.intern("file")));
    }
}
