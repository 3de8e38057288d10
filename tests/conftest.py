"""Options, markers and rules for the whole suite. docs/testing.md explains them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from _pytest.mark import ParameterSet as ParameterSet

from benchwright.errors import ToolchainMissing, UnknownLanguage
from benchwright.languages import find_language, find_toolchain, languages

ALLOWED_SKIPS = Path(__file__).with_name("allowed_skips.txt")
"""Allowed reasons for skipping a test. Any other skip fails the run: a test that stopped running proves nothing."""

PLATFORM = ("client", "environments", "report", "rewards", "sandbox", "server")
"""Folders about the machine, the service and its pages: with --langs, only their tests of those languages run."""

JUDGING = "tests/judging"
"""Folder whose tests share one sandbox in each process."""

_unexpected: list[str] = []

# What toolchains prepare once must be readable for the ordinary user that some tests run programs as; and plans and
# answers of tests do not belong in the user's own cache.
os.environ.setdefault("BENCHWRIGHT_CACHE", str(Path(__file__).parents[1] / ".cache"))

# The same examples every time, with enough time for a busy machine.
hypothesis.settings.register_profile("benchwright", derandomize=True, deadline=None)
hypothesis.settings.load_profile("benchwright")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--langs", default="", help="only tests of these languages, comma separated, and those that concern no language"
    )
    parser.addoption(
        "--fast", action="store_true", help="only tests that need neither a compiler nor a browser, and are not slow"
    )


def pytest_configure(config: pytest.Config) -> None:
    try:
        wanted_languages(config)
    except UnknownLanguage as error:
        raise pytest.UsageError(f"--langs: {error}; {error.hint}") from error


def wanted_languages(config: pytest.Config) -> frozenset[str]:
    """The languages of --langs; empty for all."""
    wanted = filter(None, str(config.getoption("--langs")).split(","))
    return frozenset(find_language(name).id for name in wanted)


def in_language(name: str, *values: object, id: str | None = None) -> ParameterSet:
    """Return a parameter set whose test needs the toolchain of a language; without values, the language itself."""
    return pytest.param(*(values or (name,)), id=id, marks=pytest.mark.language(name=name))


def languages_of(item: pytest.Item) -> list[str]:
    """Return the languages whose toolchains a test needs."""
    return sorted({marker.kwargs["name"] for marker in item.iter_markers("language")})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = wanted_languages(config)
    fast = config.getoption("--fast")
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        wrong = (wanted and not _concerns(item, wanted)) or (fast and not _is_fast(item))
        (left_out if wrong else chosen).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted(chosen, key=_turn)


def _concerns(item: pytest.Item, wanted: frozenset[str]) -> bool:
    """Whether a test is about one of these languages alone, or about the core that all languages share."""
    needed = set(languages_of(item))
    if needed:
        return needed <= wanted
    folder = item.path.relative_to(item.config.rootpath / "tests").parts[0]
    return folder not in PLATFORM and item.get_closest_marker("browser") is None


def _is_fast(item: pytest.Item) -> bool:
    slow = item.get_closest_marker("slow") or item.get_closest_marker("browser")
    return slow is None and set(languages_of(item)) <= {"python"}


def _turn(item: pytest.Item) -> int:
    """Start long groups first, so that no processor waits for one at the end."""
    if item.get_closest_marker("slow"):
        return 0
    return 1 if languages_of(item) or item.get_closest_marker("browser") else 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Distribute groups of tests to the workers, in the order of `_turn`."""
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    class Groups(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return Groups(config, log)


def group_of(nodeid: str) -> str:
    """Return the group of a test. Tests of one group run sequentially in one worker, and share what is expensive to
    create: the tests of a file or, if a file iterates over languages or sandbox modes, those of one of them. Of the
    judge's tests, all of a language are one group. Uses only the id: the distributing process collects no tests."""
    file, _, rest = nodeid.partition("::")
    parameters = rest.partition("[")[2].removesuffix("]")
    language = re.split(r"[-: ]", parameters, maxsplit=1)[0]
    mode = re.search(r"\b(local-privileged|local-unprivileged|remote)\b", parameters)
    if language in languages():
        shared = JUDGING if file.startswith(f"{JUDGING}/test_") else file
        return f"{shared} {language} {mode[0] if mode else ''}".strip()
    return f"{file} {mode[0] if mode else ''}".strip()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("root") and os.geteuid() != 0:
        pytest.skip("needs root")
    for language in languages_of(item):
        try:
            find_toolchain(find_language(language))
        except ToolchainMissing as error:
            pytest.skip(f"toolchain missing: {error}")


def allowed_reasons() -> Iterator[str]:
    """Return the lines of the list that are not comments."""
    for line in ALLOWED_SKIPS.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not any(reason.startswith(allowed) for allowed in allowed_reasons()):
            _unexpected.append(f"{report.nodeid}: {reason}")


class _FailuresAtOnce:
    """Print a failure when it happens; the summary at the end repeats it."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._terminal.ensure_newline()
            self._terminal.write_line(f"FAILED {report.nodeid} ({report.when})", red=True)
            self._terminal.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        session.config.pluginmanager.register(_FailuresAtOnce(terminal))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _unexpected:
        terminalreporter.write_line(f"unexpected skip: {line}", red=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    from tests.sandbox.modes import until_session_ends

    until_session_ends.close()
    if _unexpected and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
