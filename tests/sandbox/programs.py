"""Small programs, and the bench that runs them in every mode of modes.py."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeVar

import pytest

from benchwright.sandbox import Execution, Program, Sandbox, Stage
from tests.sandbox.modes import MODES, open_backend, system_toolchains

DEADLINE_S = 60.0
"""Longer than anything a test waits for, even on a busy machine."""

T = TypeVar("T")


def source_of(text: str) -> bytes:
    """Remove the indentation of a program in a test."""
    return dedent(text).encode()


def python(text: str, files: dict[str, bytes] | None = None, **options: Any) -> Program:
    """A Python program."""
    return Program(language="python", files={"main.py": source_of(text), **(files or {})}, **options)


def cpp(text: str, **options: Any) -> Program:
    """A C++ program."""
    return Program(language="cpp", files={"main.cpp": source_of(text)}, **options)


def shell(text: str, **options: Any) -> Program:
    """A shell program."""
    return Program(language="shell", files={"main.sh": source_of(text)}, **options)


class Bench:
    """An open sandbox of one mode, and its event loop."""

    def __init__(self, mode: str, concurrency: int = 2) -> None:
        self.mode = mode
        self.sandbox: Sandbox = open_backend(mode, concurrency=concurrency)
        self._runner = asyncio.Runner()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the sandbox's loop."""
        with toolchains_of(self.mode):
            return self._runner.run(work)

    def run(self, program: Program) -> Execution:
        """Run a program. A test whose program is not in Python is marked with the language."""
        return self.do(self.sandbox.run(program))

    def stage(self, program: Program) -> Stage:
        """Run a program with a single run, and return that run's stage."""
        (stage,) = self.run(program).runs
        return stage

    def output(self, program: Program) -> bytes:
        """Run a program that must succeed, and return its output."""
        stage = self.stage(program)
        assert (stage.exit_code, stage.signal) == (0, None), stage
        return stage.stdout.data

    def answer(self, text: str, **options: Any) -> Any:
        """Run a Python program that prints JSON, and return the decoded value."""
        return json.loads(self.output(python(text, **options)))

    def close(self) -> None:
        """Close the sandbox and its loop."""
        with self._runner:
            self.do(self.sandbox.aclose())


@pytest.fixture(scope="module", params=MODES)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A bench for each mode. A test module uses it by `bench = programs.bench`."""
    opened = Bench(request.param)
    yield opened
    opened.close()


def toolchains_of(mode: str) -> AbstractContextManager[None]:
    """Restrict toolchains to those that the mode can reach."""
    return system_toolchains() if mode == "local-unprivileged" else contextlib.nullcontext()


def run_in_new_sandbox(mode: str, work: Callable[[Sandbox], Coroutine[Any, Any, T]], **options: Any) -> T:
    """Run a function with a sandbox that nothing else uses."""

    async def with_sandbox() -> T:
        sandbox = open_backend(mode, **options)
        try:
            return await work(sandbox)
        finally:
            await sandbox.aclose()

    with toolchains_of(mode):
        return asyncio.run(with_sandbox())


def processes_with(marker: str) -> list[int]:
    """Process ids on this machine whose command line contains the marker."""
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if marker in _command_line(folder)]


def _command_line(folder: Path) -> str:
    try:
        return (folder / "cmdline").read_bytes().decode(errors="replace")
    except OSError:  # it exited in the meantime
        return ""


async def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition is true, and fail if it does not become true."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "timed out"
        await asyncio.sleep(0.01)


FAMILY = """
    import subprocess, sys, time
    command = [sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]]
    children = [subprocess.Popen(command) for _ in range(2)]
    time.sleep(600)
"""
"""A program that never exits, with three processes that each have the program's argument in their command line."""
FAMILY_SIZE = 3
