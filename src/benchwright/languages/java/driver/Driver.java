package benchwright;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Runs tests that have a `main`, and is called by the tests' text wherever it would exit the program. */
public final class Driver {
    private static Report report;

    private Driver() {}

    /** Arguments: the class with the tests' `main`, then the top-level types of the tests; none: there are no tests. */
    public static void main(String[] args) throws Throwable {
        report = new Report();
        Thread.setDefaultUncaughtExceptionHandler(report);
        if (args.length == 0) {
            report.close(true, 0);
            return;
        }
        Report.takeTypes(args, 1);
        try {
            Method entry = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
            entry.setAccessible(true);
            entry.invoke(null, (Object) new String[0]);
            joinThreads();
        } catch (InvocationTargetException error) {
            fail(error.getCause());
        } catch (ExceptionInInitializerError error) {
            fail(error);
        }
        if (!report.close(true, 1)) {
            leave(1);
        }
    }

    /** Replaces `System.exit` in the tests' text. Only there does it complete the tests: nobody else gains from it. */
    public static void exit(int status) {
        String place = Failure.place(new Throwable().getStackTrace());
        if (Failure.isInTests(place)) {
            if (status != 0) {
                report.note(Failure.exit(place, status));
            }
            if (!report.close(status == 0, 1) && status == 0) {
                leave(1);
            }
        }
        System.exit(status);
    }

    static void watch(Report made) {
        report = made;
        Thread.setDefaultUncaughtExceptionHandler(made);
    }

    /** Exits immediately: shutdown hooks of the solution could only hide the failure. */
    static void leave(int status) {
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    private static void fail(Throwable error) {
        Failure failure = new Failure(error);
        report.note(failure);
        report.close(false, 1);
        failure.print("Exception in thread \"main\" ");
        leave(1);
    }

    /** Waits as Java does at the end of `main`: what still runs may fail. */
    static void joinThreads() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        boolean alone;
        do {
            alone = true;
            Thread[] threads = new Thread[all.activeCount() + 8];
            int count = all.enumerate(threads);
            for (int i = 0; i < count; i++) {
                if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
                    alone = false;
                    try {
                        threads[i].join();
                    } catch (InterruptedException left) {
                        continue;  // the solution interrupted its caller, which is done; joined in the next round
                    }
                }
            }
        } while (!alone);
    }
}
