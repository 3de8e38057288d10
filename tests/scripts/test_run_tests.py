"""`scripts/test` terminates everything it started, and reports what outlives it."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sandbox.leftovers import assert_gone, assert_within, descendants

SCRIPT = Path(__file__).parents[2] / "scripts" / "run_tests.py"
STUBBORN = """
import os, signal, subprocess, sys, time

def test_hangs(tmp_path_factory):
    ignore = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    subprocess.Popen([sys.executable, "-c", ignore], start_new_session=True)
    subprocess.Popen(["sleep", "600"], start_new_session=True)
    time.sleep(600)

def test_hangs_too():
    time.sleep(600)
"""
FORGETFUL = """
import subprocess

def test_forgets():
    subprocess.Popen(["sleep", "601"], start_new_session=True)
"""


def start(folder: Path, text: str, *options: str) -> subprocess.Popen[str]:
    (folder / "test_made.py").write_text(text)
    command = [sys.executable, str(SCRIPT), "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "options"), [(signal.SIGINT, ()), (signal.SIGTERM, ("-n2",))], ids=str)
def test_an_interrupt_stops_everything(tmp_path: Path, number: signal.Signals, options: tuple[str, ...]) -> None:
    run = start(tmp_path, STUBBORN, *options)

    def sleeping() -> bool:
        return sum("sleep" in process.command for process in descendants(run.pid)) >= 2

    try:
        assert_within(sleeping, 240, lambda: "nothing was started")
        family = descendants(run.pid)
    finally:
        run.send_signal(number)
        output, _ = run.communicate(timeout=240)
    assert run.returncode == 128 + number, output
    assert_gone(family)


@pytest.mark.slow
def test_a_leftover_process_fails_the_run(tmp_path: Path) -> None:
    run = start(tmp_path, FORGETFUL)
    output, _ = run.communicate(timeout=240)
    assert "1 passed" in output
    assert "sleep 601" in output
    assert run.returncode == 1


@pytest.mark.slow
def test_a_failure_is_the_exit_code_of_pytest(tmp_path: Path) -> None:
    run = start(tmp_path, "def test_fails():\n    assert 0\n")
    run.communicate(timeout=240)
    assert run.returncode == 1
    run = start(tmp_path, "")
    run.communicate(timeout=240)
    assert run.returncode == pytest.ExitCode.NO_TESTS_COLLECTED


def test_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    parallel = runpy.run_path(str(SCRIPT))["parallel"]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    assert parallel(["-k", "name"])[:2] == ["--numprocesses", "4"]
    assert parallel([f"{__file__}::test_workers"]) == []
    assert parallel(["-n", "7"]) == []
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    assert parallel([]) == []
