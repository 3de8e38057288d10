package benchwright;

import clojure.lang.AFn;
import clojure.lang.IFn;
import clojure.lang.Keyword;
import clojure.lang.RT;
import clojure.lang.Var;

/** Replaces `clojure.test/report`: receives the result of every check, which Clojure itself only prints. */
final class Verdicts extends AFn {
    static final Var REPORT = RT.var("clojure.test", "report");

    private final Report report;
    private final IFn printing = (IFn) REPORT.getRawRoot();
    private Failure failure;
    private boolean inTest;
    boolean began;

    Verdicts(Report report) {
        this.report = report;
    }

    @Override
    public Object invoke(Object event) {
        switch (((Keyword) RT.get(event, Keyword.intern("type"))).getName()) {
            case "begin-test-var":
                began = true;
                inTest = true;
                failure = null;
                break;
            case "fail":
                note(new Failure("assertion", "is", Failure.place(new Throwable().getStackTrace()), said(event)));
                break;
            case "error":
                Object error = RT.get(event, Keyword.intern("actual"));
                note(error instanceof Throwable ? new Failure((Throwable) error)
                    : new Failure("error", "error", Failure.place(new Throwable().getStackTrace()), said(event)));
                break;
            case "end-test-var":
                Var test = (Var) RT.get(event, Keyword.intern("var"));
                report.unit(test.sym.getName(), failure == null ? "passed" : "failed", failure);
                inTest = false;
                break;
            default:
        }
        return printing.invoke(event);
    }

    private void note(Failure found) {
        if (inTest && failure == null) {
            failure = found;
        }
        report.note(found);
    }

    private static String said(Object event) {
        Object message = RT.get(event, Keyword.intern("message"));
        String expected = RT.printString(RT.get(event, Keyword.intern("expected")));
        return (message == null ? "" : message + ": ") + "expected " + expected;
    }
}
