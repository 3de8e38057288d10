"""Options and rules for the whole suite."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from benchwright.errors import UnknownLanguage
from benchwright.languages import find_language

ALLOWED_SKIPS = Path(__file__).with_name("allowed_skips.txt")
"""Reasons for which a test may skip. Any other skip fails the run: a test that stopped running proves nothing."""

_unexpected: list[str] = []

# What toolchains prepare once must be readable for the ordinary user as whom some tests run programs.
os.environ.setdefault("BENCHWRIGHT_CACHE", str(Path(__file__).parents[1] / ".cache"))


# The same examples every time, and as much time for them as a busy machine needs.
hypothesis.settings.register_profile("benchwright", derandomize=True, deadline=None)
hypothesis.settings.load_profile("benchwright")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--langs", default="", help="only tests of these languages, comma separated; others still run")


@pytest.fixture(scope="session")
def wanted_languages(request: pytest.FixtureRequest) -> frozenset[str]:
    """The languages of --langs; empty for all."""
    return languages_of(request.config)


def languages_of(config: pytest.Config) -> frozenset[str]:
    """What --langs says."""
    wanted = filter(None, str(config.getoption("--langs")).split(","))
    return frozenset(find_language(name).id for name in wanted)


def pytest_configure(config: pytest.Config) -> None:
    try:
        languages_of(config)
    except UnknownLanguage as error:
        raise pytest.UsageError(f"--langs: {error}; {error.hint}") from error


def allowed_reasons() -> Iterator[str]:
    """The lines of the list that are not comments."""
    for line in ALLOWED_SKIPS.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not any(reason.startswith(allowed) for allowed in allowed_reasons()):
            _unexpected.append(f"{report.nodeid}: {reason}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _unexpected:
        terminalreporter.write_line(f"unexpected skip: {line}", red=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if _unexpected and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
