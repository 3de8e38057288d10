package benchwright;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.scalatest.Args;
import org.scalatest.Reporter;
import org.scalatest.Suite;
import org.scalatest.events.Event;
import org.scalatest.events.SuiteAborted;
import org.scalatest.events.TestCanceled;
import org.scalatest.events.TestFailed;
import org.scalatest.events.TestIgnored;
import org.scalatest.events.TestPending;
import org.scalatest.events.TestSucceeded;
import org.scalatest.exceptions.StackDepth;
import scala.Option;

/** Runs the tests' suites with ScalaTest. Arguments: the top-level types of the tests. */
public final class ScalaTestDriver implements Reporter {
    private static final int MOST_TRACES = 5;

    private final Report report;
    private int failures;

    private ScalaTestDriver(Report report) {
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        Report report = new Report();
        Driver.watch(report);
        List<Class<?>> found = new ArrayList<>();
        select(found, Report.takeTypes(args, 0));
        ScalaTestDriver driver = new ScalaTestDriver(report);
        for (Class<?> type : found) {
            driver.run(type);
        }
        if (!report.close(true, 0)) {
            Driver.leave(1);
        }
        System.exit(0);
    }

    private static void select(List<Class<?>> found, List<Class<?>> types) throws NoSuchMethodException {
        for (Class<?> type : types) {
            boolean whole = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
            if (Suite.class.isAssignableFrom(type) && whole) {
                for (java.lang.reflect.Constructor<?> each : type.getConstructors()) {
                    if (each.getParameterCount() == 0) {
                        found.add(type);
                    }
                }
            }
        }
    }

    private void run(Class<?> type) {
        try {
            Suite suite = (Suite) type.getDeclaredConstructor().newInstance();
            Args args = new Args(this, Args.$lessinit$greater$default$2(), Args.$lessinit$greater$default$3(),
                Args.$lessinit$greater$default$4(), Args.$lessinit$greater$default$5(),
                Args.$lessinit$greater$default$6(), Args.$lessinit$greater$default$7(),
                Args.$lessinit$greater$default$8(), Args.$lessinit$greater$default$9(),
                Args.$lessinit$greater$default$10());
            suite.run(Option.empty(), args).waitUntilCompleted();
        } catch (InvocationTargetException error) {
            failed(shortened(type.getName()), error.getCause());
        } catch (Throwable error) {
            failed(shortened(type.getName()), error);
        }
    }

    @Override
    public void apply(Event event) {
        if (event instanceof TestSucceeded) {
            TestSucceeded test = (TestSucceeded) event;
            report.unit(nameOf(test.suiteClassName(), test.testName()), "passed", null);
        } else if (event instanceof TestFailed) {
            TestFailed test = (TestFailed) event;
            failed(nameOf(test.suiteClassName(), test.testName()), orNull(test.throwable()));
        } else if (event instanceof TestIgnored) {
            TestIgnored test = (TestIgnored) event;
            report.unit(nameOf(test.suiteClassName(), test.testName()), "skipped", null);
        } else if (event instanceof TestPending) {
            TestPending test = (TestPending) event;
            report.unit(nameOf(test.suiteClassName(), test.testName()), "skipped", null);
        } else if (event instanceof TestCanceled) {
            canceled((TestCanceled) event);
        } else if (event instanceof SuiteAborted) {
            SuiteAborted suite = (SuiteAborted) event;
            failed(suite.suiteName(), orNull(suite.throwable()));
        }
    }

    /** Tests may declare that they do not apply here; a solution may not do so for them. */
    private void canceled(TestCanceled test) {
        Throwable error = orNull(test.throwable());
        String name = nameOf(test.suiteClassName(), test.testName());
        if (error != null && !Failure.isInTests(Failure.place(error.getStackTrace()))) {
            failed(name, error);
        } else {
            report.unit(name, "skipped", null);
        }
    }

    private static Throwable orNull(Option<Throwable> error) {
        return error.isEmpty() ? null : error.get();
    }

    private void failed(String name, Throwable error) {
        Throwable root = error == null ? new AssertionError("failed") : error;
        Failure failure = new Failure(root);
        if (root instanceof StackDepth) {
            String place = placeOf((StackDepth) root, failure.place);
            failure = new Failure(Failure.isInTests(place) ? "assertion" : "error", failure.name, place, root);
        }
        report.unit(name, "failed", failure);
        if (failures++ < MOST_TRACES) {
            failure.print(name + ": ");
        }
    }

    /** Where the check is: frames of the tests may belong to methods that their class has from a trait. */
    private static String placeOf(StackDepth error, String otherwise) {
        Option<String> file = error.failedCodeFileName();
        Option<Object> line = error.failedCodeLineNumber();
        boolean known = !file.isEmpty() && !line.isEmpty() && Failure.isInTests(otherwise);
        return known && Failure.isInTests(file.get()) ? file.get() + ":" + line.get() : otherwise;
    }

    private static String nameOf(Option<String> type, String test) {
        return type.isEmpty() ? test : shortened(type.get()) + "." + test;
    }

    private static String shortened(String type) {
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
    }
}
