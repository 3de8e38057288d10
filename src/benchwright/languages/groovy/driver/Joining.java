package benchwright;

import java.io.File;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.ast.ClassCodeVisitorSupport;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.ImportNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.CastExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.SourceUnit;

/** Lets the tests see the solution as if they continued its text, and report their exits. */
final class Joining implements CompilationUnit.ISourceUnitOperation {
    static final String SOLUTION = "SolutionScript";
    static final String TESTS = "TestsScript";
    static final String ENDING = ".groovy";

    /** Java types that tests rely on. Others, such as Node, Process or Stack, may be what a problem asks for. */
    private static final Set<String> MEANT = Set.of("ArithmeticException", "AssertionError", "Boolean", "Class",
        "Double", "Error", "Exception", "IllegalArgumentException", "IllegalStateException",
        "IndexOutOfBoundsException", "Integer", "Long", "Math", "NullPointerException", "NumberFormatException",
        "Object", "Runtime", "RuntimeException", "String", "System", "Thread", "Throwable",
        "UnsupportedOperationException");
    /** Types that could be used without an import before Groovy 4. */
    private static final Map<String, String> MOVED = Map.of("GroovyTestCase", "groovy.test.", "GroovyAssert",
        "groovy.test.", "XmlParser", "groovy.xml.", "XmlSlurper", "groovy.xml.", "XmlUtil", "groovy.xml.");
    private static final Set<String> RUNTIMES = Set.of("Runtime.runtime", "Runtime.getRuntime()");

    private final File solution;
    private final ClassLoader loader;
    private final Map<String, Set<String>> words;

    /** The folder of the texts; the loader of a solution that was compiled before; the words of each text. */
    Joining(File work, ClassLoader loader, Map<String, Set<String>> words) {
        this.solution = new File(work, SOLUTION + ".class");
        this.loader = loader;
        this.words = words;
    }

    @Override
    public void call(SourceUnit source) {
        ModuleNode module = source.getAST();
        MOVED.forEach((name, folder) -> {
            if (words.get(source.getName()).contains(name) && isNew(module, name)) {
                module.addImport(name, ClassHelper.make(folder + name));
            }
        });
        if (source.getName().startsWith(SOLUTION)) {
            share(script(module));
        } else if (source.getName().startsWith(TESTS)) {
            inherit(module);
            redirectExits(source, module);
        }
    }

    private static ClassNode script(ModuleNode module) {
        return module.getClasses().stream().filter(ClassNode::isScriptBody).findFirst().orElse(null);
    }

    /** Makes the solution's top-level declarations variables of the script, if the tests mention them. */
    private void share(ClassNode script) {
        MethodNode run = script == null ? null : script.getMethod("run", Parameter.EMPTY_ARRAY);
        if (run == null || !(run.getCode() instanceof BlockStatement)) {
            return;
        }
        for (Statement statement : ((BlockStatement) run.getCode()).getStatements()) {
            Expression given = statement instanceof ExpressionStatement
                ? ((ExpressionStatement) statement).getExpression() : null;
            if (given instanceof DeclarationExpression) {
                share((ExpressionStatement) statement, (DeclarationExpression) given);
            }
        }
    }

    private void share(ExpressionStatement statement, DeclarationExpression given) {
        if (given.isMultipleAssignmentDeclaration() || !given.getAnnotations().isEmpty()
                || !words.get(TESTS + ENDING).contains(given.getVariableExpression().getName())) {
            return;
        }
        VariableExpression variable = given.getVariableExpression();
        Expression value = given.getRightExpression();
        if (!variable.isDynamicTyped()) {
            value = new CastExpression(variable.getType(), value);
        }
        Expression shared = new BinaryExpression(
            new VariableExpression(variable.getName()), given.getOperation(), value);
        shared.setSourcePosition(given);
        statement.setExpression(shared);
    }

    private void inherit(ModuleNode tests) {
        ClassNode script = script(tests), base = null;
        for (ModuleNode module : tests.getUnit().getModules()) {
            if (module != tests) {
                base = script(module);
                importAll(tests, module);
            }
        }
        if (base == null && solution.isFile()) {
            base = compiledBefore();
        }
        MethodNode run = script == null ? null : script.getMethod("run", Parameter.EMPTY_ARRAY);
        if (base != null && run != null && run.getCode() instanceof BlockStatement) {
            script.setSuperClass(base.getPlainNodeReference());
            Expression first = new MethodCallExpression(
                VariableExpression.SUPER_EXPRESSION, "run", MethodCallExpression.NO_ARGUMENTS);
            ((BlockStatement) run.getCode()).getStatements().add(0, new ExpressionStatement(first));
        }
    }

    private ClassNode compiledBefore() {
        try {
            return ClassHelper.make(loader.loadClass(SOLUTION));
        } catch (ClassNotFoundException gone) {
            return null;
        }
    }

    /** The solution's imports, and Java's own types where the solution has types with the same names. */
    private void importAll(ModuleNode tests, ModuleNode solution) {
        for (ImportNode each : solution.getImports()) {
            if (isNew(tests, each.getAlias()) && !MEANT.contains(each.getAlias())) {
                tests.addImport(each.getAlias(), each.getType());
            }
        }
        for (ImportNode each : solution.getStarImports()) {
            tests.addStarImport(each.getPackageName());
        }
        solution.getStaticImports().forEach((alias, each) -> {
            if (!tests.getStaticImports().containsKey(alias)) {
                tests.addStaticImport(each.getType(), each.getFieldName(), alias);
            }
        });
        solution.getStaticStarImports().forEach((name, each) -> tests.addStaticStarImport(name, each.getType()));
        for (ClassNode each : solution.getClasses()) {
            if (MEANT.contains(each.getName()) && isNew(tests, each.getName())) {
                tests.addImport(each.getName(), ClassHelper.make("java.lang." + each.getName()));
            }
        }
    }

    private static boolean isNew(ModuleNode tests, String name) {
        return tests.getImport(name) == null
            && tests.getClasses().stream().noneMatch(type -> type.getNameWithoutPackage().equals(name));
    }

    /** Makes exits in the tests' text report first that the tests did it. */
    private static void redirectExits(SourceUnit source, ModuleNode tests) {
        ClassCodeVisitorSupport visitor = new ClassCodeVisitorSupport() {
            @Override
            protected SourceUnit getSourceUnit() {
                return source;
            }

            @Override
            public void visitMethodCallExpression(MethodCallExpression call) {
                super.visitMethodCallExpression(call);
                String target = call.getObjectExpression().getText().replace("java.lang.", "");
                String name = String.valueOf(call.getMethodAsString());
                if (target.equals("System") && name.equals("exit")
                        || RUNTIMES.contains(target) && (name.equals("exit") || name.equals("halt"))) {
                    call.setObjectExpression(new ClassExpression(ClassHelper.make(Driver.class)));
                    call.setMethod(new ConstantExpression("exit"));
                }
            }
        };
        tests.getClasses().forEach(visitor::visitClass);
    }
}
