package benchwright;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.RunWith;
import org.junit.runner.notification.RunListener;

/** Runs the tests' classes with JUnit 4, also those of JUnit 3 and of MUnit. Arguments: their top-level types. */
public final class JUnit4Driver extends RunListener {
    private static final int MOST_TRACES = 5;

    private final Report report;
    private int failures;

    private JUnit4Driver(Report report) {
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        Report report = new Report();
        Driver.watch(report);
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : Report.takeTypes(args, 0)) {
            if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && hasTests(type)) {
                found.add(type);
            }
        }
        JUnitCore engine = new JUnitCore();
        engine.addListener(new JUnit4Driver(report));
        engine.run(found.toArray(new Class<?>[0]));
        if (!report.close(true, 0)) {
            Driver.leave(1);
        }
        System.exit(0);
    }

    private static boolean hasTests(Class<?> type) {
        if (type.isAnnotationPresent(RunWith.class) || junit.framework.Test.class.isAssignableFrom(type)) {
            return true;
        }
        for (java.lang.reflect.Method method : type.getMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void testFinished(Description test) {
        report.unit(nameOf(test), "passed", null);
    }

    @Override
    public void testIgnored(Description test) {
        report.unit(nameOf(test), "skipped", null);
    }

    @Override
    public void testFailure(org.junit.runner.notification.Failure found) {
        failed(found);
    }

    /** Tests may declare that they do not apply here; a solution may not do so for them. */
    @Override
    public void testAssumptionFailure(org.junit.runner.notification.Failure found) {
        if (Failure.isInTests(Failure.place(found.getException().getStackTrace()))) {
            report.unit(nameOf(found.getDescription()), "skipped", null);
        } else {
            failed(found);
        }
    }

    private void failed(org.junit.runner.notification.Failure found) {
        Failure failure = new Failure(found.getException());
        report.unit(nameOf(found.getDescription()), "failed", failure);
        if (failures++ < MOST_TRACES) {
            failure.print(nameOf(found.getDescription()) + ": ");
        }
    }

    /** Class and test. */
    private static String nameOf(Description test) {
        String type = test.getClassName();
        String name = type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
        return test.getMethodName() == null ? name : name + "." + test.getMethodName();
    }
}
