"""Run an installation: download in parallel, and prepare each toolchain as soon as it is installed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial

import msgspec

from benchwright.errors import ToolchainMissing
from benchwright.languages.installers import Task
from benchwright.languages.installers.step import Step
from benchwright.languages.language import Language
from benchwright.languages.prepare import is_prepared, prepared_folder
from benchwright.languages.toolchain import find_toolchain, forget_toolchains

_DOWNLOADS = 6
"""Number of concurrent tasks: they wait for the network more than they compute."""
_ATTEMPTS = 3
"""Registries fail occasionally; a step can be retried."""
_TAIL_CHARACTERS = 2000


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A finished step or preparation."""

    what: str
    """Description for people."""
    seconds: float
    problem: str = ""
    """Why it failed; empty if it succeeded."""
    by_hand: tuple[str, ...] = ()
    """Command to re-run by hand."""
    blocking: bool = True
    """Whether this failure fails the installation; false for toolchains that no registry has."""


class _Processes:
    """The running commands, each in its own session, so that an interrupt can end them with their children."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self.stopped = threading.Event()

    def run(self, argv: Sequence[str]) -> tuple[int, str]:
        """Return exit code and output; fails immediately after `stop`."""
        with self._lock:
            if self.stopped.is_set():
                return 1, "interrupted"
            process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(process)
        output, _ = process.communicate()
        with self._lock:
            self._running.discard(process)
        return process.returncode, output.decode(errors="replace").strip()

    def stop(self) -> None:
        """Stop all running commands; none starts afterwards."""
        with self._lock:
            self.stopped.set()
            for process in self._running:
                with contextlib.suppress(ProcessLookupError, PermissionError):  # sudo forwards a signal to its own
                    os.killpg(process.pid, signal.SIGTERM)


class Watcher:
    """Receives progress from several threads; this base class ignores it."""

    def started(self, what: str) -> None:
        """Called before a step."""

    def finished(self, done: Done) -> None:
        """Called after a step, whether it succeeded or failed."""


def install(tasks: Sequence[Task], languages: Iterable[Language], watcher: Watcher) -> list[Done]:
    """Run all tasks and prepare the languages' toolchains. Returns the failures."""
    failed: list[Done] = []
    processes = _Processes()
    processors = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(_DOWNLOADS) as downloads, ThreadPoolExecutor(processors) as preparations:
        running: dict[Future[list[Done]], str] = {}
        pending = {task.name: task for task in tasks}
        unprepared = {language.id: language for language in languages}

        def start_what_can() -> None:
            unfinished = {*pending, *running.values()}
            for name, task in list(pending.items()):
                if not task.after & unfinished:
                    del pending[name]
                    running[downloads.submit(_carry_out, task, watcher, processes)] = name
            for name, language in list(unprepared.items()):
                # The system packages of one language may contain tools of another.
                if not {name, "apt", "maven"} & unfinished:
                    del unprepared[name]
                    running[preparations.submit(_prepare, language, watcher)] = f"prepare {name}"

        try:
            start_what_can()
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    del running[future]
                    failed += future.result()
                start_what_can()
        except BaseException:  # an interrupt, most likely
            processes.stop()
            preparations.shutdown(cancel_futures=True)
            raise
    return failed


def command(step: Step) -> tuple[str, ...]:
    """Return the command of a step for the current user, with sudo if the step needs root."""
    variables = tuple(f"{name}={value}" for name, value in step.env.items())
    if not step.root or os.geteuid() == 0:
        return (*(("env", *variables) if variables else ()), *step.argv)
    return ("sudo", "-n", "env", *variables, *step.argv)


def _carry_out(task: Task, watcher: Watcher, processes: _Processes) -> list[Done]:
    results = [_timed(step.what, watcher, partial(_attempts, step, processes), command(step)) for step in task.steps]
    return [done for done in results if done.problem]


def _attempts(step: Step, processes: _Processes) -> str:
    """Return the output of the last attempt if all failed; empty if one succeeded."""
    output = ""
    for attempt in range(_ATTEMPTS):
        if processes.stopped.wait(2 * attempt):
            return "interrupted"
        try:
            code, output = processes.run(command(step))
        except OSError as error:
            return f"{step.argv[0]}: {error.strerror}"
        if code == 0:
            return ""
    return output[-_TAIL_CHARACTERS:] or "failed without a message"


def _prepare(language: Language, watcher: Watcher) -> list[Done]:
    """Prepare a toolchain now, so that its first run does not have to."""
    forget_toolchains()
    try:
        toolchain = find_toolchain(language)
    except ToolchainMissing as error:
        missing = Done(what=f"{language.id}: find the toolchain", seconds=0, problem=error.sentence, blocking=False)
        watcher.finished(missing)
        return [missing]
    if not language.toolchain.prepare or is_prepared(language, toolchain):
        return []

    def make() -> str:
        try:
            prepared_folder(language, toolchain)
        except ToolchainMissing as error:
            return error.sentence
        return ""

    done = _timed(f"{language.id}: prepare {toolchain.version}", watcher, make)
    return [done] if done.problem else []


def _timed(what: str, watcher: Watcher, work: Callable[[], str], by_hand: tuple[str, ...] = ()) -> Done:
    watcher.started(what)
    start = time.monotonic()
    problem = work()
    done = Done(what=what, seconds=time.monotonic() - start, problem=problem, by_hand=by_hand)
    watcher.finished(done)
    return done
