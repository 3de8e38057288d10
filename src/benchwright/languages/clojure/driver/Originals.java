package benchwright;

import clojure.lang.IPersistentMap;
import clojure.lang.Namespace;
import clojure.lang.RT;
import clojure.lang.Symbol;
import clojure.lang.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The meanings of Clojure's own names before the solution was loaded. */
final class Originals {
    /** Names that tests check with. Others, such as `update` or `partition`, may be what a problem asks for. */
    private static final String[] CHECKS = {
        "=", "==", "not=", "not", "and", "or", "assert", "cond", "doseq", "every?", "false?", "identical?", "if-not",
        "nil?", "true?", "when", "when-not",
    };

    private final List<Var> variables = new ArrayList<>();
    private final List<Object> roots = new ArrayList<>();
    private final List<IPersistentMap> metas = new ArrayList<>();
    private final Namespace core = Namespace.find(Symbol.intern("clojure.core"));
    private final Namespace testing;

    Originals(boolean testing) {
        this.testing = testing ? Namespace.find(Symbol.intern("clojure.test")) : null;
        keep(core);
        if (testing) {
            keep(this.testing);
        }
    }

    private void keep(Namespace namespace) {
        for (Object each : namespace.getMappings()) {
            Object value = ((Map.Entry<?, ?>) each).getValue();
            if (value instanceof Var && ((Var) value).ns == namespace) {
                variables.add((Var) value);
                roots.add(((Var) value).getRawRoot());
                metas.add(((Var) value).meta());
            }
        }
    }

    /** Restores the meaning of Clojure's names, also in the namespace in which the tests start. */
    void restore(Namespace current) {
        for (int i = 0; i < variables.size(); i++) {
            Var variable = variables.get(i);
            if (variable.getRawRoot() != roots.get(i)) {
                variable.bindRoot(roots.get(i));
                variable.resetMeta(metas.get(i));
            }
        }
        for (String name : CHECKS) {
            Symbol symbol = Symbol.intern(name);
            if (current.getMapping(symbol) != core.getMapping(symbol)) {
                current.unmap(symbol);
                current.refer(symbol, (Var) core.getMapping(symbol));
            }
        }
        if (testing != null) {
            freeNames(current);
        }
    }

    /** Lets the tests refer to every name of the test library. */
    private void freeNames(Namespace current) {
        for (Object each : testing.getMappings()) {
            Map.Entry<?, ?> mapping = (Map.Entry<?, ?>) each;
            Object value = mapping.getValue();
            boolean own = value instanceof Var && ((Var) value).ns == testing && ((Var) value).isPublic();
            Object taken = current.getMapping((Symbol) mapping.getKey());
            if (own && taken != null && taken != value) {
                current.unmap((Symbol) mapping.getKey());
            }
        }
    }
}
