package benchwright;

import io.kotest.core.names.TestName;
import io.kotest.core.spec.Spec;
import io.kotest.core.spec.SpecRef;
import io.kotest.core.test.TestCase;
import io.kotest.engine.EngineResult;
import io.kotest.engine.TestEngineLauncher;
import io.kotest.engine.listener.TestEngineInitializedContext;
import io.kotest.engine.listener.TestEngineListener;
import io.kotest.engine.test.TestResult;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.JvmClassMappingKt;
import kotlin.reflect.KClass;
import kotlinx.coroutines.BuildersKt;

/** Runs the tests' specs with Kotest. Arguments: the top-level types of the tests. */
public final class KotestDriver implements TestEngineListener {
    private static final int MOST_TRACES = 5;

    private final Report report;
    /** What contains tests; of the rest, rows of data count as containers as well. */
    private final Set<Object> parents = ConcurrentHashMap.newKeySet();
    private int failures;

    private KotestDriver(Report report) {
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        Report report = new Report();
        Driver.watch(report);
        List<SpecRef> specs = new ArrayList<>();
        select(specs, Report.takeTypes(args, 0));
        KotestDriver driver = new KotestDriver(report);
        TestEngineLauncher launcher = new TestEngineLauncher().withSpecRefs(specs).withListener(driver);
        EngineResult result = BuildersKt.runBlocking(
            EmptyCoroutineContext.INSTANCE, (scope, next) -> launcher.execute(castTo(next)));
        for (Throwable error : result.getErrors()) {
            driver.failed("Kotest", error);
        }
        if (!report.close(true, 0)) {
            Driver.leave(1);
        }
        System.exit(0);
    }

    @SuppressWarnings("unchecked")
    private static <T> T castTo(Object value) {
        return (T) value;
    }

    private static void select(List<SpecRef> specs, List<Class<?>> types) {
        for (Class<?> type : types) {
            if (Spec.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
                KClass<? extends Spec> spec = JvmClassMappingKt.getKotlinClass(type.asSubclass(Spec.class));
                specs.add(new SpecRef.Reference(spec, type.getName()));
            }
            for (Class<?> inner : type.getDeclaredClasses()) {
                if (Modifier.isStatic(inner.getModifiers())) {
                    select(specs, List.of(inner));
                }
            }
        }
    }

    @Override
    public Object testFinished(TestCase test, TestResult result, Continuation<? super Unit> next) {
        Throwable error = result.getErrorOrNull();
        if (result.isErrorOrFailure()) {
            failed(nameOf(test), error == null ? new AssertionError("failed") : error);
        } else if (!parents.contains(test.getDescriptor())) {
            report.unit(nameOf(test), result.isIgnored() ? "skipped" : "passed", null);
        }
        return Unit.INSTANCE;
    }

    @Override
    public Object testIgnored(TestCase test, String reason, Continuation<? super Unit> next) {
        if (test.getParent() != null) {
            parents.add(test.getParent().getDescriptor());
        }
        report.unit(nameOf(test), "skipped", null);
        return Unit.INSTANCE;
    }

    /** What prepares the tests of a spec may fail, or what follows them. */
    @Override
    public Object specFinished(SpecRef spec, TestResult result, Continuation<? super Unit> next) {
        if (result.isErrorOrFailure() && result.getErrorOrNull() != null) {
            failed(shortened(spec.getFqn()), result.getErrorOrNull());
        }
        return Unit.INSTANCE;
    }

    @Override
    public Object specIgnored(KClass<?> spec, String reason, Continuation<? super Unit> next) {
        return Unit.INSTANCE;
    }

    @Override
    public Object engineFinished(List<? extends Throwable> errors, Continuation<? super Unit> next) {
        for (Throwable error : errors) {
            failed("Kotest", error);
        }
        return Unit.INSTANCE;
    }

    @Override
    public Object engineStarted(Continuation<? super Unit> next) {
        return Unit.INSTANCE;
    }

    @Override
    public Object engineInitialized(TestEngineInitializedContext context, Continuation<? super Unit> next) {
        return Unit.INSTANCE;
    }

    @Override
    public Object specStarted(SpecRef spec, Continuation<? super Unit> next) {
        return Unit.INSTANCE;
    }

    @Override
    public Object testStarted(TestCase test, Continuation<? super Unit> next) {
        if (test.getParent() != null) {
            parents.add(test.getParent().getDescriptor());
        }
        return Unit.INSTANCE;
    }

    private void failed(String name, Throwable error) {
        Failure failure = new Failure(error);
        report.unit(name, "failed", failure);
        if (failures++ < MOST_TRACES) {
            failure.print(name + ": ");
        }
    }

    /** The spec, and the names of the test and of all around it. */
    private static String nameOf(TestCase test) {
        String own = ownName(test.getName());
        if (test.getParent() != null) {
            return nameOf(test.getParent()) + " > " + own;
        }
        return shortened(test.getSpec().getClass().getName()) + "." + own;
    }

    private static String ownName(TestName name) {
        if (!name.getDefaultAffixes()) {
            return name.getName();
        }
        String prefix = name.getPrefix() == null ? "" : name.getPrefix();
        return prefix + name.getName() + (name.getSuffix() == null ? "" : name.getSuffix());
    }

    private static String shortened(String type) {
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
    }
}
