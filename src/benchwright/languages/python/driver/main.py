"""Runs the tests over the solution in one module and proves that they came to their end.

The protocol is described in benchwright/languages/join.py. Whatever the tests' verdict depends on is fetched before
the solution runs; what a solution could still reach by searching this process is the canary's business.
"""


def drive():
    import builtins
    import posix
    import sys

    nonce = posix.read(3, 64).decode()
    posix.close(3)
    pipe = posix.dup2(4, 200, inheritable=False)
    posix.close(4)
    own_pid = posix.getpid()
    write, getpid, exit_now = posix.write, posix.getpid, posix._exit
    assertion_error, base_exception, system_exit, own_file = AssertionError, BaseException, SystemExit, __file__
    pristine = dict(vars(builtins))
    function_type, coroutine_name = type(drive), "coroutine"
    files = {"/workspace/solution.py": "solution.py", "/workspace/tests.py": "tests.py"}
    solution_file, tests_file = files

    def text_of(path):
        with open(path, "rb") as file:
            return file.read()

    solution, tests = text_of(solution_file), text_of(tests_file)
    posix.unlink(tests_file)

    def say(*fields):
        if getpid() == own_pid:
            line = "\t".join(" ".join(str(field).split())[:200] for field in (nonce, *fields))
            write(pipe, line.encode(errors="replace") + b"\n")

    def place_of(error):
        """The innermost line of either text that the error passed through."""
        place, trace = "", error.__traceback__
        while trace is not None:
            name = files.get(trace.tb_frame.f_code.co_filename)
            if name:
                place = f"{name}:{trace.tb_lineno}"
            trace = trace.tb_next
        return place

    def kind_of(error, place):
        # Tests also say by a plain Exception that a check did not hold.
        checks = isinstance(error, assertion_error) or type(error) is pristine["Exception"]
        return "assertion" if checks and place.startswith("tests.py") else "error"

    def message_of(error):
        try:
            return str(error)
        except base_exception:
            return ""

    def show(error):
        """The traceback as Python prints it, without our own frames."""
        try:
            import linecache
            import traceback

            lines = tests.decode(errors="replace").splitlines(keepends=True)
            linecache.cache[tests_file] = (len(tests), None, lines, tests_file)
            shown = traceback.TracebackException.from_exception(error)
            shown.stack = traceback.StackSummary.from_list(f for f in shown.stack if f.filename != own_file)
            sys.stderr.write("".join(shown.format()))
        except base_exception:
            pass

    def leave(status):
        """End as Python does after an uncaught exception, whatever the exit hooks say."""
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except base_exception:
                pass
        exit_now(status)

    def fault(error, kind=None):
        place = place_of(error)
        say("fail", kind or kind_of(error, place), type(error).__name__, place, message_of(error))
        show(error)
        leave(1)

    def compiled(text, path):
        try:
            return compile(text, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None)
            place = f"{files[path]}:{line}" if line else ""
            say("fail", "syntax", type(error).__name__, place, message_of(error))
            show(error)
            leave(1)

    solution, tests_code = compiled(solution, solution_file), compiled(tests, tests_file)

    module = type(sys)("__main__")
    scope = vars(module)
    scope["__file__"], scope["__builtins__"] = solution_file, builtins
    sys.modules["__main__"] = sys.modules["solution"] = module
    sys.argv[:] = [solution_file]

    try:
        exec(solution, scope)
    except system_exit:
        pass  # A program that ends itself has still defined what the tests need, or they fail.
    except base_exception as error:
        fault(error)

    scope["__name__"], scope["__builtins__"] = "__main__", builtins
    vars(builtins).update(pristine)
    sys.settrace(None)
    sys.setprofile(None)

    units, depth = {}, [0]

    def note(name, status, error=None):
        """A test that ran several times has failed if it did once."""
        if name not in units or status != "passed":
            units[name] = (status, place_of(error) if error else "", message_of(error) if error else "")

    def unit(name, function):
        """Whatever the tests' own text calls of what it defines is one test; what that calls is part of it."""

        async def awaited(coroutine):
            try:
                result = await coroutine
            except base_exception as error:
                note(name, "failed", error)
                raise
            note(name, "passed")
            return result

        def called(*args, **kwargs):
            if depth[0]:
                return function(*args, **kwargs)
            depth[0] += 1
            try:
                result = function(*args, **kwargs)
            except system_exit as error:
                if not error.code:
                    note(name, "passed")  # Whose exit it was is decided below.
                raise
            except base_exception as error:
                note(name, "failed", error)
                raise
            finally:
                depth[0] -= 1
            if type(result).__name__ == coroutine_name:
                return awaited(result)
            note(name, "passed")
            return result

        for field in ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__", "__kwdefaults__"):
            if not field.endswith("defaults__"):
                setattr(called, field, getattr(function, field))
        vars(called).update(vars(function), __wrapped__=function)
        return called

    class Names(dict):
        """The module's names as the tests' top level sees them: functions that it defines become units."""

        def __setitem__(self, name, value):
            if type(value) is function_type and value.__code__.co_filename == tests_file:
                value = unit(name, value)
            scope[name] = value

        def __delitem__(self, name):
            del scope[name]

        keys, values, items = (lambda self: scope.keys()), (lambda self: scope.values()), (lambda self: scope.items())
        __iter__, __len__ = (lambda self: iter(scope)), (lambda self: len(scope))
        __contains__, copy = (lambda self, name: name in scope), (lambda self: dict(scope))

        def get(self, name, default=None):
            return scope.get(name, default)

    def uncalled():
        """Tests that the text defines and does not call, as for a test collector."""
        return [
            name
            for name, value in scope.items()
            if name.startswith("test")
            and hasattr(value, "__wrapped__")
            and value.__wrapped__.__code__.co_filename == tests_file
            and value.__wrapped__.__code__.co_argcount <= len(value.__wrapped__.__defaults__ or ())
        ]

    def call_all(names):
        first = None
        for name in names:
            try:
                result = scope[name]()
                if type(result).__name__ == coroutine_name:
                    import asyncio

                    asyncio.run(result)
            except assertion_error as error:
                first = first or error
        if first is not None:
            for name in names:
                if name in units:
                    say("unit", name, *units[name])
            fault(first)

    framework = None
    if b"unittest" in tests:
        framework = _unittest(scope, tests, place_of, note)
    if b"thread" in tests:
        _watch_threads(note)

    try:
        exec(tests_code, scope, Names())
        if framework is not None:
            framework()
        elif not units:
            call_all(uncalled())
        if "threading" in sys.modules:
            _join_threads(sys.modules["threading"])
    except system_exit as error:
        place = place_of(error)
        if not place.startswith("tests.py"):
            raise
        if error.code:
            say("fail", "exit", "SystemExit", place, message_of(error))
            show_code = error.code if isinstance(error.code, int) else 1
            if not isinstance(error.code, int):
                sys.stderr.write(f"{message_of(error)}\n")
            leave(show_code & 255)
    except base_exception as error:
        for name in units:
            say("unit", name, *units[name])
        fault(error)

    for name in list(units)[:200]:
        say("unit", name, *units[name])
    results = [status for status, _, _ in units.values()] or ["passed"] * bool(tests.strip())
    say("end", len(results), results.count("failed"), results.count("skipped"))
    if results.count("failed"):
        leave(1)


def _unittest(scope, tests, place_of, note):
    """Runs the test cases of the module itself, in place of the `unittest.main()` that the text may have."""
    import unittest

    def wanted(*args, **kwargs):
        pass

    unittest.main = wanted
    if b"TextTestRunner" in tests:
        return None

    class Result(unittest.TextTestResult):
        def startTest(self, test):
            super().startTest(test)
            note(name_of(test), "passed")

        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            skip(test)

        def addFailure(self, test, err):
            super().addFailure(test, err)
            note(name_of(test), "failed", err[1])

        def addError(self, test, err):
            super().addError(test, err)
            note(name_of(test), "failed", err[1])

        def addSubTest(self, test, subtest, err):
            super().addSubTest(test, subtest, err)
            if err is not None:
                note(name_of(test), "failed", err[1])

        def addUnexpectedSuccess(self, test):
            super().addUnexpectedSuccess(test)
            note(name_of(test), "failed", AssertionError("unexpected success"))

    def name_of(test):
        return test.id().removeprefix("__main__.")

    def skip(test):
        note(name_of(test), "failed", AssertionError("skipped"))

    def run():
        loader, suite = unittest.TestLoader(), unittest.TestSuite()
        for value in list(scope.values()):
            if isinstance(value, type) and issubclass(value, unittest.TestCase) and value.__module__ == "__main__":
                suite.addTests(loader.loadTestsFromTestCase(value))
        unittest.TextTestRunner(resultclass=Result).run(suite)

    return run


def _watch_threads(note):
    """A check that fails in a thread of the tests would go unnoticed."""
    import threading

    before = threading.excepthook

    def hook(args):
        if args.exc_value is not None:
            note(f"thread {args.thread.name if args.thread else ''}", "failed", args.exc_value)
        before(args)

    threading.excepthook = hook


def _join_threads(threading):
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()


drive()
