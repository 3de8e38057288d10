package benchwright;

import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests' classes with JUnit. Arguments: the test engine's class, then the top-level types of the tests. */
public final class JUnitDriver implements TestExecutionListener {
    private static final int MOST_TRACES = 5;

    private final Report report;
    private TestPlan plan;
    private int failures;

    private JUnitDriver(Report report) {
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        Report report = new Report();
        Driver.watch(report);
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        select(request, Report.takeTypes(args, 1));
        TestEngine engine = (TestEngine) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        // Nothing is discovered: files on the class path must not affect how the tests run.
        LauncherConfig config = LauncherConfig.builder()
            .enableTestEngineAutoRegistration(false)
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .addTestEngines(engine)
            .build();
        LauncherFactory.create(config).execute(request.build(), new JUnitDriver(report));
        boolean passed = report.close(true, 0);
        if (!passed) {
            Driver.leave(1);
        }
        System.exit(0);
    }

    /** The types and the static types in them; the engine finds the others, and which of them contain tests. */
    private static void select(LauncherDiscoveryRequestBuilder request, List<Class<?>> types) {
        for (Class<?> type : types) {
            request.selectors(DiscoverySelectors.selectClass(type));
            for (Class<?> inner : type.getDeclaredClasses()) {
                if (Modifier.isStatic(inner.getModifiers())) {
                    select(request, List.of(inner));
                }
            }
        }
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        if (test.getSource().orElse(null) instanceof MethodSource) {
            report.unit(nameOf(test), "skipped", null);
        }
        for (TestIdentifier inner : plan.getChildren(test)) {
            executionSkipped(inner, reason);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable error = result.getThrowable().orElse(null);
        switch (result.getStatus()) {
            case SUCCESSFUL:
                if (test.isTest()) {
                    report.unit(nameOf(test), "passed", null);
                }
                break;
            case ABORTED:
                aborted(test, error);
                break;
            default:
                failed(test, error == null ? new AssertionError("failed") : error);
        }
    }

    /** Tests may declare that they do not apply here; a solution may not do so for them. */
    private void aborted(TestIdentifier test, Throwable error) {
        if (error != null && !Failure.isInTests(Failure.place(error.getStackTrace()))) {
            failed(test, error);
        } else {
            executionSkipped(test, "");
        }
    }

    private void failed(TestIdentifier test, Throwable error) {
        Failure failure = new Failure(error);
        report.unit(nameOf(test), "failed", failure);
        if (failures++ < MOST_TRACES) {
            failure.print(nameOf(test) + ": ");
        }
    }

    /** Class and method, regardless of the display name; the cases of one method are one test. */
    private String nameOf(TestIdentifier test) {
        for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
            TestSource source = at.getSource().orElse(null);
            if (source instanceof MethodSource) {
                MethodSource method = (MethodSource) source;
                String name = method.getMethodName();
                return shortened(method.getClassName()) + "." + (name.startsWith("$spock_") ? nameOfFeature(at) : name);
            }
            if (source instanceof ClassSource) {
                return shortened(((ClassSource) source).getClassName());
            }
        }
        return test.getDisplayName();
    }

    /** What Spock's test is called in the text; above its iterations is the feature. */
    private String nameOfFeature(TestIdentifier test) {
        TestIdentifier above = plan.getParent(test).orElse(null);
        boolean iterates = above != null && above.getSource().orElse(null) instanceof MethodSource;
        return (iterates ? above : test).getDisplayName();
    }

    private static String shortened(String type) {
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
    }
}
