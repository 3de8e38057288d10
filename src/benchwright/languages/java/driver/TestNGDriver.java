package benchwright;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.testng.IConfigurationListener;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestNG;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Runs the tests' classes with TestNG. Arguments: the top-level types of the tests. */
public final class TestNGDriver implements ITestListener, IConfigurationListener {
    private static final int MOST_TRACES = 5;

    private final Report report;
    private int failures;

    private TestNGDriver(Report report) {
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        Report report = new Report();
        Driver.watch(report);
        List<Class<?>> found = new ArrayList<>();
        select(found, Report.takeTypes(args, 0));
        TestNG engine = new TestNG(false);
        engine.setVerbose(0);
        engine.setTestClasses(found.toArray(new Class<?>[0]));
        engine.addListener(new TestNGDriver(report));
        engine.run();
        if (!report.close(true, 0)) {
            Driver.leave(1);
        }
        System.exit(0);
    }

    /** The types that contain tests, and the static types in them. */
    private static void select(List<Class<?>> found, List<Class<?>> types) {
        for (Class<?> type : types) {
            if (!Modifier.isAbstract(type.getModifiers()) && hasTests(type)) {
                found.add(type);
            }
            for (Class<?> inner : type.getDeclaredClasses()) {
                if (Modifier.isStatic(inner.getModifiers())) {
                    select(found, List.of(inner));
                }
            }
        }
    }

    private static boolean hasTests(Class<?> type) {
        List<AnnotatedElement> places = new ArrayList<>(List.of(type.getMethods()));
        places.addAll(List.of(type.getConstructors()));
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            places.add(each);
        }
        return places.stream().anyMatch(
            place -> place.isAnnotationPresent(Test.class) || place.isAnnotationPresent(Factory.class));
    }

    @Override
    public void onTestSuccess(ITestResult result) {
        report.unit(nameOf(result), "passed", null);
    }

    @Override
    public void onTestFailure(ITestResult result) {
        failed(result);
    }

    @Override
    public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
        report.unit(nameOf(result), "passed", null);
    }

    /** Tests may declare that they do not apply here; a solution may not do so for them. */
    @Override
    public void onTestSkipped(ITestResult result) {
        Throwable error = result.getThrowable();
        boolean declared = error == null || !(error instanceof org.testng.SkipException)
            || Failure.isInTests(Failure.place(error.getStackTrace()));
        if (declared) {
            report.unit(nameOf(result), "skipped", null);
        } else {
            failed(result);
        }
    }

    /** What prepares a test failed: TestNG then only skips the test. */
    @Override
    public void onConfigurationFailure(ITestResult result) {
        failed(result);
    }

    private void failed(ITestResult result) {
        Throwable error = result.getThrowable();
        Failure failure = new Failure(error == null ? new AssertionError("failed") : error);
        report.unit(nameOf(result), "failed", failure);
        if (failures++ < MOST_TRACES) {
            failure.print(nameOf(result) + ": ");
        }
    }

    /** Class and method; the cases of one method are one test. */
    private static String nameOf(ITestResult result) {
        String type = result.getTestClass().getRealClass().getName();
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + result.getMethod().getMethodName();
    }
}
