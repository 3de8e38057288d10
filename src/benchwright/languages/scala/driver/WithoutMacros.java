package benchwright;

import dotty.tools.dotc.Compiler;
import dotty.tools.dotc.Driver;
import dotty.tools.dotc.Run;
import dotty.tools.dotc.core.Contexts.Context;
import dotty.tools.dotc.core.MacroClassLoader$;
import dotty.tools.dotc.reporting.ConsoleReporter;
import dotty.tools.dotc.reporting.Reporter;
import dotty.tools.dotc.transform.patmat.Empty$;
import dotty.tools.dotc.util.Property;
import dotty.tools.io.AbstractFile;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Field;
import scala.collection.immutable.List;

/**
 * A Scala 3 compiler that executes nothing that it compiles. All code that a program can run in the compiler (macros in
 * splices and annotations) is loaded by one class loader, which refuses every class here. Each instance compiles one
 * program with its own symbols and types: between programs, the compiler keeps only names and the index of the class
 * path.
 */
final class WithoutMacros extends Driver {
    private static final Property.Key<ClassLoader> LOADER = loaderKey();

    private boolean wantsMacros;

    /** Whether a program compiles, and needs no macro to run for it. */
    static boolean compiles(String[] options) {
        WithoutMacros driver = new WithoutMacros();
        Reporter silent = new ConsoleReporter(
            new BufferedReader(Reader.nullReader()), new PrintWriter(Writer.nullWriter()));
        boolean compiled = !driver.process(options, silent, null).hasErrors();
        // Holds types of the program, for a question whose answer never changes.
        Empty$.MODULE$.dotty$tools$dotc$transform$patmat$Space$$isSubspaceCache().clear();
        return compiled && !driver.wantsMacros;
    }

    @Override
    public Reporter doCompile(Compiler compiler, List<AbstractFile> files, Context context) {
        return super.doCompile(compiler, files, context.fresh().setProperty(LOADER, new Refusing()));
    }

    /** Macros of the program itself wait for a second run, which would get its own class loader. */
    @Override
    public void finish(Compiler compiler, Run run, Context context) {
        wantsMacros |= run.suspendedUnits().nonEmpty();
    }

    @SuppressWarnings("unchecked")
    private static Property.Key<ClassLoader> loaderKey() {
        try {
            Field key = MacroClassLoader$.class.getDeclaredField("MacroClassLoaderKey");
            key.setAccessible(true);
            return (Property.Key<ClassLoader>) key.get(null);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException(changed);
        }
    }

    /** Refuses every class. How the compiler handles a failed macro (it may try an alternative) does not matter. */
    private final class Refusing extends ClassLoader {
        private Refusing() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            wantsMacros = true;
            throw new ClassNotFoundException(name);
        }
    }
}
