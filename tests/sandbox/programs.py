"""Small programs, and the bench on which tests run them in every mode of modes.py."""

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
"""Nothing that a test waits for takes as long, even on a busy machine."""

T = TypeVar("T")


def source_of(text: str) -> bytes:
    """Program text as written in a test, without its indentation."""
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
    """One open sandbox of one mode, and the event loop that it lives in."""

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
        """The only run of a program."""
        (stage,) = self.run(program).runs
        return stage

    def output(self, program: Program) -> bytes:
        """What a program prints that must succeed."""
        stage = self.stage(program)
        assert (stage.exit_code, stage.signal) == (0, None), stage
        return stage.stdout.data

    def answer(self, text: str, **options: Any) -> Any:
        """The value that a Python program prints as JSON."""
        return json.loads(self.output(python(text, **options)))

    def close(self) -> None:
        """Leave nothing behind."""
        with self._runner:
            self.do(self.sandbox.aclose())


@pytest.fixture(scope="module", params=MODES)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A bench of each mode; a module takes it by `bench = programs.bench`."""
    opened = Bench(request.param)
    yield opened
    opened.close()


def toolchains_of(mode: str) -> AbstractContextManager[None]:
    """The toolchains that a mode can reach."""
    return system_toolchains() if mode == "local-unprivileged" else contextlib.nullcontext()


def run_in_new_sandbox(mode: str, work: Callable[[Sandbox], Coroutine[Any, Any, T]], **options: Any) -> T:
    """Do something with a sandbox that serves nothing else."""

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
    except OSError:  # it ended meanwhile
        return ""


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come about."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


FAMILY = """
    import subprocess, sys, time
    command = [sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]]
    children = [subprocess.Popen(command) for _ in range(2)]
    time.sleep(600)
"""
"""A program of three processes, each with the program's argument in its command line, that never ends."""
FAMILY_SIZE = 3
