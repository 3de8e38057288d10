"""Run the tests against the solution in one module and prove that they ran to completion.

The protocol is described in benchwright/languages/join.py. Everything that the verdict depends on is fetched before the
solution runs; the canary detects what a solution could still find by searching this process. Only modules that a bare
interpreter has already loaded are imported, because every run would pay for others.
"""

import builtins
import os
import posix
import sys

SOLUTION, TESTS = "/workspace/solution.py", "/workspace/tests.py"
FILES = {SOLUTION: "solution.py", TESTS: "tests.py"}
PIPE = 60  # away from the numbers that programs give their descriptors, and within the first table of the kernel
MOST_UNITS = 200

function_type = type(lambda: None)
write, getpid, exit_now = posix.write, posix.getpid, posix._exit
assertion_error, plain_exception, any_exception, system_exit = AssertionError, Exception, BaseException, SystemExit

# The first call creates the types of syntax trees, which takes a millisecond: a warm interpreter has already done so.
compile("", "", "exec")


class Report:
    """Reports to the judge."""

    def __init__(self, nonce):
        self.nonce = nonce
        self.pid = getpid()
        self.units = {}
        self.errors = []

    def say(self, *fields):
        if getpid() == self.pid:  # a forked copy of the tests must not report
            line = "\t".join(" ".join(str(field).split())[:200] for field in (self.nonce, *fields))
            write(PIPE, line.encode(errors="replace") + b"\n")

    def note(self, name, status, error=None):
        """Record the state of one test; if it ran several times, a failure counts."""
        if name not in self.units or status != "passed":
            self.units[name] = (status, place_of(error), message_of(error))
        if status == "failed" and error is not None:
            self.errors.append(error)

    def tell_units(self):
        for name in list(self.units)[:MOST_UNITS]:
            self.say("unit", name, *self.units[name])

    def fault(self, error, tests, kind=None):
        """Report an uncaught error, show it as Python does, and exit."""
        self.tell_units()
        self.tell_fault(error, kind)
        show(error, tests)
        leave(1)

    def tell_fault(self, error, kind=None):
        place = place_of(error)
        self.say("fail", kind or kind_of(error, place), type(error).__name__, place, message_of(error))

    def end(self, has_text):
        self.tell_units()
        results = [status for status, _, _ in self.units.values()] or ["passed"] * has_text
        if self.errors:
            # A failed check takes precedence over any other failure.
            checks = [error for error in self.errors if kind_of(error, place_of(error)) == "assertion"]
            self.tell_fault((checks or self.errors)[0])
        self.say("end", len(results), results.count("failed"), results.count("skipped"))
        if "failed" in results:
            leave(1)


def place_of(error):
    """Return the innermost line in either text that the error passed through."""
    place, trace = "", error.__traceback__ if error is not None else None
    while trace is not None:
        name = FILES.get(trace.tb_frame.f_code.co_filename)
        if name:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename in FILES:
        place = f"{FILES[error.filename]}:{error.lineno}"
    return place


def kind_of(error, place):
    """Whether it is a failed check; tests also report one by a plain Exception."""
    if type(error).__name__ == "DocTestFailure":
        return "assertion"
    checks = isinstance(error, assertion_error) or type(error) is plain_exception
    return "assertion" if checks and place.startswith("tests.py") else "error"


def message_of(error):
    try:
        return str(error) if error is not None else ""
    except any_exception:
        return ""


def show(error, tests):
    """Return the traceback as Python prints it, without the driver's frames."""
    try:
        import linecache
        import traceback

        lines = tests.decode(errors="replace").splitlines(keepends=True)
        linecache.cache[TESTS] = (len(tests), None, lines, TESTS)
        shown = traceback.TracebackException.from_exception(error)
        shown.stack = traceback.StackSummary.from_list(
            frame for frame in shown.stack if not frame.filename.endswith(("benchwright_driver.py", "/main.py"))
        )
        sys.stderr.write("".join(shown.format()))
    except any_exception:
        pass


def leave(status):
    """Exit as after an uncaught exception, regardless of exit hooks."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except any_exception:
            pass
    exit_now(status)


def finish():
    """Exit as the interpreter does, but without destroying its objects: nobody uses them, and destroying them costs as
    much as a short test and, in a warm interpreter, a copy of nearly every page."""
    join_threads()
    try:
        import atexit

        atexit._run_exitfuncs()
    except any_exception:
        pass  # as usual, failing hooks change nothing
    status = 0
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        stream = getattr(sys, name, None)
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except any_exception:
            status = 120
    exit_now(status)


def receive_nonce():
    nonce = posix.read(3, 64).decode()
    posix.close(3)
    posix.dup2(4, PIPE, inheritable=False)
    posix.close(4)
    return nonce


def read(path):
    file = posix.open(path, posix.O_RDONLY)
    pieces = []
    while piece := posix.read(file, 1 << 20):
        pieces.append(piece)
    posix.close(file)
    return b"".join(pieces)


def compiled(text, path, report, tests):
    try:
        return compile(text, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        report.fault(error, tests, "syntax")


def unit_of(name, function, report, running, called):
    """Wrap a function of the tests: a call from their top level is one test, and what that calls is part of it."""

    async def awaited(coroutine):
        try:
            result = await coroutine
        except any_exception as error:
            report.note(name, "failed", error)
            raise
        report.note(name, "passed")
        return result

    def unit(*args, **kwargs):
        called.add(name)
        if running:
            return function(*args, **kwargs)
        running.append(name)
        try:
            result = function(*args, **kwargs)
        except system_exit as error:
            # The tests' own way to report success; an exit of the solution ends without proof anyway.
            report.note(name, "failed" if error.code else "passed", error)
            raise
        except any_exception as error:
            report.note(name, "failed", error)
            raise
        finally:
            running.clear()
        if type(result).__name__ == "coroutine":
            return awaited(result)
        report.note(name, "passed")
        return result

    for field in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(unit, field, getattr(function, field))
    vars(unit).update(vars(function), __wrapped__=function)
    return unit


class Names(dict):
    """The module's names as the tests' top level sees them: functions that it defines become units."""

    def __init__(self, scope, report):
        self.scope, self.report, self.running, self.called = scope, report, [], set()

    def __setitem__(self, name, value):
        if type(value) is function_type and value.__code__.co_filename == TESTS:
            value = unit_of(name, value, self.report, self.running, self.called)
        self.scope[name] = value

    def __delitem__(self, name):
        del self.scope[name]

    def __iter__(self):
        return iter(self.scope)

    def __len__(self):
        return len(self.scope)

    def __contains__(self, name):
        return name in self.scope

    def keys(self):
        return self.scope.keys()

    def values(self):
        return self.scope.values()

    def items(self):
        return self.scope.items()

    def get(self, name, default=None):
        return self.scope.get(name, default)

    def copy(self):
        return dict(self.scope)


def uncalled(scope, called):
    """Return tests that the text defines and does not call, as a test collector does."""
    for name, value in list(scope.items()):
        function = getattr(value, "__wrapped__", None)
        if name.startswith("test") and name not in called and type(function) is function_type and function.__code__.co_filename == TESTS:
            if function.__code__.co_argcount <= len(function.__defaults__ or ()):
                yield name


def call_all(names, scope):
    """Call tests that nobody called; all of them run, the first failure counts."""
    first = None
    for name in names:
        try:
            result = scope[name]()
            if type(result).__name__ == "coroutine":
                import asyncio

                asyncio.run(result)
        except assertion_error as error:
            first = first or error
    if first is not None:
        raise first


def result_class(report):
    """The class of unittest's results that also reports each test."""
    import unittest

    class Result(unittest.TextTestResult):
        def startTest(self, test):
            super().startTest(test)
            report.note(name_of(test), "passed")

        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            report.note(name_of(test), "skipped")

        def addFailure(self, test, error):
            super().addFailure(test, error)
            report.note(name_of(test), "failed", error[1])

        addError = addFailure

        def addSubTest(self, test, subtest, error):
            super().addSubTest(test, subtest, error)
            if error is not None:
                report.note(name_of(test), "failed", error[1])

        def addUnexpectedSuccess(self, test):
            super().addUnexpectedSuccess(test)
            report.note(name_of(test), "failed")

    def name_of(test):
        return test.id().removeprefix("__main__.")

    return Result


def with_unittest(scope, report):
    """Run the module's test cases, instead of the `unittest.main()` that the text may contain."""
    import unittest

    loader, suite = unittest.TestLoader(), unittest.TestSuite()
    for value in list(scope.values()):
        if isinstance(value, type) and issubclass(value, unittest.TestCase) and value.__module__ == "__main__":
            suite.addTests(loader.loadTestsFromTestCase(value))
    unittest.TextTestRunner(resultclass=result_class(report)).run(suite)
    return suite.countTestCases()


def count_doctests(report):
    """Doctests that fail are only printed; here they count as failed tests."""
    import doctest

    def counted(start):
        def run(*args, **kwargs):
            result = start(*args, **kwargs)
            if result.attempted:
                report.note("doctest", "failed" if result.failed else "passed")
            return result

        return run

    doctest.testmod, doctest.testfile = counted(doctest.testmod), counted(doctest.testfile)


def watch_threads(report):
    """Report a failed check in a thread, which would go unnoticed; anything else there is the solution's concern."""
    import threading

    before = threading.excepthook

    def hook(args):
        error = args.exc_value
        if error is not None and kind_of(error, place_of(error)) == "assertion":
            report.note(f"thread {args.thread.name if args.thread else 'unknown'}", "failed", error)
        before(args)

    threading.excepthook = hook


def join_threads():
    """Shut down as the interpreter does: ask pools to finish before joining their threads."""
    threading = sys.modules.get("threading")
    if threading is not None:
        threading._shutdown()


def run_solution(code, module, report, tests):
    try:
        exec(code, vars(module))
    except system_exit:
        pass  # a program that exits has defined what the tests need, or they fail
    except any_exception as error:
        report.fault(error, tests)


def run_tests(code, module, report, tests, run_framework):
    scope = vars(module)
    if b"thread" in tests:
        watch_threads(report)
    if run_framework is not None:
        run_framework(code, module, report, tests)
        join_threads()
        return
    if b"doctest" in tests:
        count_doctests(report)
    own_runner = b"TextTestRunner" in tests
    if b"unittest" in tests and not own_runner:
        import unittest

        unittest.main = lambda *args, **kwargs: None
    elif own_runner:
        import unittest

        unittest.TextTestRunner.resultclass = result_class(report)
    names = Names(scope, report)
    exec(code, scope, names)
    framework = b"unittest" in tests and not own_runner and with_unittest(scope, report)
    if not framework:
        call_all(list(uncalled(scope, names.called)), scope)
    join_threads()


def own_exit(error, report):
    """The tests exited the program: with status 0 they are complete, otherwise they failed."""
    place = place_of(error)
    if not place.startswith("tests.py"):
        raise error
    if not error.code:
        return
    report.tell_units()
    report.say("fail", "exit", "SystemExit", place, message_of(error))
    if not isinstance(error.code, int):
        sys.stderr.write(f"{message_of(error)}\n")
    leave(error.code & 255 if isinstance(error.code, int) else 1)


def drive(run_framework=None):
    report = Report(receive_nonce())
    pristine = dict(vars(builtins))
    own_folder = os.environ.pop("PYTHONPATH", None)
    if own_folder in sys.path:
        sys.path.remove(own_folder)
    solution, tests = read(SOLUTION), read(TESTS)
    posix.unlink(TESTS)
    solution_code = compiled(solution, SOLUTION, report, tests)
    tests_code = compiled(tests, TESTS, report, tests)

    module = type(sys)("__main__")
    scope = vars(module)
    scope["__file__"], scope["__builtins__"] = SOLUTION, builtins
    for name in ("__main__", "solution", "main"):
        sys.modules[name] = module
    sys.argv[:] = [SOLUTION]
    run_solution(solution_code, module, report, tests)

    # Restore what the solution may have changed and the tests rely on.
    vars(builtins).update(pristine)
    scope["__name__"], scope["__builtins__"] = "__main__", builtins
    sys.settrace(None)
    sys.setprofile(None)
    try:
        run_tests(tests_code, module, report, tests, run_framework)
    except system_exit as error:
        own_exit(error, report)
    except any_exception as error:
        report.fault(error, tests)
    # A text that contains only comments compiles to nothing, and tests nothing.
    report.end(bool(tests_code.co_names) or tests_code.co_consts != (None,))
    finish()
