package benchwright;

import clojure.lang.IObj;
import clojure.lang.IPersistentCollection;
import clojure.lang.IPersistentMap;
import clojure.lang.ISeq;
import clojure.lang.MapEntry;
import clojure.lang.PersistentList;
import clojure.lang.RT;
import clojure.lang.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes forms in the tests that exit the program report first that the tests did it. */
final class Exits {
    private static final Symbol EXIT = Symbol.intern("benchwright.Driver", "exit");
    private static final Symbol RUNTIME = Symbol.intern("Runtime", "getRuntime");

    private Exits() {}

    /** Returns the form with exits redirected to the driver; the same object if it has none. */
    static Object redirected(Object form) {
        if (form instanceof Symbol) {
            Symbol symbol = (Symbol) form;
            boolean exits = "exit".equals(symbol.getName())
                && ("System".equals(symbol.getNamespace()) || "java.lang.System".equals(symbol.getNamespace()));
            return exits ? EXIT : form;
        }
        if (form instanceof Map.Entry || !(form instanceof IPersistentCollection)) {
            return form;
        }
        if (form instanceof ISeq && isOnRuntime((ISeq) form)) {
            return withMeta(RT.list(EXIT, redirected(RT.third(form))), form);
        }
        List<Object> parts = new ArrayList<>();
        boolean changed = false;
        for (ISeq left = RT.seq(form); left != null; left = left.next()) {
            Object part = left.first(), redirected = entryOr(part);
            parts.add(redirected);
            changed |= redirected != part;
        }
        return changed ? withMeta(rebuilt((IPersistentCollection) form, parts), form) : form;
    }

    private static Object entryOr(Object part) {
        if (!(part instanceof MapEntry)) {
            return redirected(part);
        }
        MapEntry entry = (MapEntry) part;
        Object value = redirected(entry.val());
        return value == entry.val() ? part : MapEntry.create(entry.key(), value);
    }

    private static Object rebuilt(IPersistentCollection form, List<Object> parts) {
        if (form instanceof ISeq) {
            return PersistentList.create(parts);
        }
        IPersistentCollection made = form.empty();
        for (Object part : parts) {
            made = made.cons(part);
        }
        return made;
    }

    /** `(.halt (Runtime/getRuntime) 1)` */
    private static boolean isOnRuntime(ISeq form) {
        Object name = form.first(), target = RT.second(form);
        return (Symbol.intern(".exit").equals(name) || Symbol.intern(".halt").equals(name))
            && target instanceof ISeq && RUNTIME.equals(((ISeq) target).first());
    }

    private static Object withMeta(Object made, Object form) {
        IPersistentMap meta = RT.meta(form);
        return meta == null || !(made instanceof IObj) ? made : ((IObj) made).withMeta(meta);
    }
}
