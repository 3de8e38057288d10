"""Lets pytest run the tests: their classes, fixtures, parameters and marks. It is imported before the solution runs."""

import asyncio
import inspect
import linecache
import sys

import pytest
from benchwright_driver import SOLUTION, TESTS

OPTIONS = ["-q", "--no-header", "--tb=short", "--assert=plain", "--capture=no", "-p", "no:cacheprovider"]


class Tests(pytest.Module):
    """The module in which the tests' text ran, in place of one that pytest would import from a file."""

    def _getobj(self):
        return sys.modules["__main__"]


class Plugin:
    """Collects what the tests' text defined, and reports each test to the driver."""

    def __init__(self, defined, report, tests):
        self.defined, self.report, self.tests, self.errors = defined, report, tests, {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makemodule(self, module_path, parent):
        return Tests.from_parent(parent, path=module_path)

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector, name):
        return [] if isinstance(collector, Tests) and name not in self.defined else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem):
        if not inspect.iscoroutinefunction(pyfuncitem.obj):
            return None
        names = pyfuncitem._fixtureinfo.argnames
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        if call.excinfo is not None:
            lines = self.tests.decode(errors="replace").splitlines(keepends=True)
            linecache.cache[TESTS] = (len(self.tests), None, lines, TESTS)  # for pytest's traceback
            self.errors[item.nodeid] = call.excinfo.value

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            name = report.nodeid.partition("::")[2].replace("::", ".")
            self.report.note(name, report.outcome, self.errors.get(report.nodeid) if report.failed else None)

    def pytest_collectreport(self, report):
        if report.failed:
            self.report.note(report.nodeid.partition("::")[2] or "collection", "failed")

    def pytest_internalerror(self, excinfo):
        self.report.note("pytest", "failed", excinfo.value)


def run_pytest(code, module, report, tests):
    """Run the tests' text, then the tests that it defines, at the latest when the text itself calls pytest."""
    scope = vars(module)
    before = dict(scope)
    start, codes = pytest.main, []

    def run(*args, **kwargs):
        if not codes:
            defined = {name for name, value in scope.items() if before.get(name, before) is not value}
            codes.append(start([*OPTIONS, SOLUTION], [Plugin(defined, report, tests)]))
        return codes[0]

    pytest.main = run
    exec(code, scope)
    run()
