package benchwright;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one program, or a solution with its tests. Arguments: the file or, for tests, their folder; options. */
public final class Build implements TaskListener {
    private String main = "Main";
    private int rank;

    public static void main(String[] arguments) throws IOException {
        System.exit(build(arguments));
    }

    /** Builds, and returns the exit status. */
    static int build(String[] arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of(arguments));
        File given = new File(options.remove(0));
        File[] sources = {given};
        if (given.isDirectory()) {
            sources = given.listFiles((folder, name) -> name.endsWith(".java"));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        List<JavaFileObject> texts = new ArrayList<>();
        for (JavaFileObject text : manager.getJavaFileObjects(sources)) {
            if (!isCompiled(text)) {
                texts.add(new AnyName(text));
            }
        }
        JavacTask task = (JavacTask) compiler.getTask(null, manager, null, options, null, texts);
        Build build = new Build();
        task.addTaskListener(build);
        if (!task.call()) {
            return 1;
        }
        if (given.isFile()) {
            Files.writeString(given.toPath().resolveSibling(".main"), build.main);
            return 0;
        }
        for (File source : sources) {
            source.delete();  // the solution must not read the tests
        }
        return 0;
    }

    /** Finds the class to start: of those with a `main`, the public one, the one called Main, or the first. */
    @Override
    public void finished(TaskEvent event) {
        TypeElement type = event.getTypeElement();
        if (event.getKind() != TaskEvent.Kind.ANALYZE || type == null) {
            return;
        }
        int own = type.getModifiers().contains(Modifier.PUBLIC) ? 2 : 1;
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            own += isMain(method) ? 4 : 0;
        }
        own += type.getSimpleName().contentEquals("Main") ? 1 : 0;
        if (own > rank) {
            rank = own;
            main = type.getQualifiedName().toString();
        }
    }

    /** Whether the file is a driver that was compiled when the toolchain was prepared, as it is if JUnit is there. */
    private static boolean isCompiled(JavaFileObject text) {
        String name = new File(text.getName()).getName();
        return Build.class.getResource(name.replace(".java", ".class")) != null;
    }

    private static boolean isMain(ExecutableElement method) {
        return method.getSimpleName().contentEquals("main")
            && method.getModifiers().containsAll(Set.of(Modifier.PUBLIC, Modifier.STATIC))
            && method.getParameters().size() == 1
            && method.getParameters().get(0).asType().toString().equals("java.lang.String[]");
    }

    /** A file whose public types need not have the name of the file. */
    private static final class AnyName extends ForwardingJavaFileObject<JavaFileObject> {
        AnyName(JavaFileObject text) {
            super(text);
        }

        @Override
        public boolean isNameCompatible(String name, Kind kind) {
            return kind == Kind.SOURCE && !name.endsWith("-info");
        }
    }
}
