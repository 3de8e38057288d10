"""Parts of an attack, and checks that the attacks share.

An attack is a module of this folder. Its docstring says what it tries and why that would matter. It defines:

    LANGUAGE = "python"                        language id
    SOURCE = "..."                             the untrusted program; `@name@` stands for a value of `host`
    check(seen)                                asserts that the attack was stopped and reported correctly

and, if needed, `LIMITS`, `BUILD_LIMITS`, `COLLECT`, `OBSERVE`, `RUNS`, `ENV` for the fields of the Program,
`host(sandbox)`, an asynchronous context manager that sets something up outside and yields values, and
`meanwhile(sandbox, values)`, a coroutine that runs next to the program and returns more values.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import pkgutil
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.languages import find_language
from benchwright.sandbox import Execution, Limits, Program, Sandbox, Stage
from benchwright.sandbox.protocol import MIB
from tests.sandbox.leftovers import descendants

SECRET = secrets.token_hex(16)
"""In the client's environment before the launcher starts. A program can know it only if it reached the host."""

SLOWNESS = float(os.environ.get("BENCHWRIGHT_TEST_SLOWNESS", "1"))
"""How many times as long everything takes on this machine. Limits of time are multiplied by it."""

LIMITS = Limits(
    wall_s=60,  # attacks that exit without being killed must do so on a busy machine too
    cpu_s=5,
    memory_bytes=128 * MIB,
    processes=32,
    open_files=256,
    disk_bytes=16 * MIB,
    output_limit_bytes=MIB,
)
"""Limits of attacks that do not set their own."""

PYTHON = r"""
import ctypes, errno, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def call(number, *arguments):
    plain = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *plain)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result

def attempt(name, action, *arguments):
    try:
        result = action(*arguments)
    except OSError as error:
        print(name, "refused", errno.errorcode.get(error.errno, error), sep="\t", flush=True)
        return None
    print(name, "DONE", repr(result), sep="\t", flush=True)
    return result
"""
"""Precedes Python programs that list attempts: each prints its name, `refused` or `DONE`, and how."""

Values = Mapping[str, str]
Host = Callable[[Sandbox], contextlib.AbstractAsyncContextManager[Values]]
Meanwhile = Callable[[Sandbox, Values], Awaitable[Values]]


@dataclass(frozen=True)
class Seen:
    """The result of an attack."""

    execution: Execution
    values: Values
    seconds: float
    """Time until the client had the result."""

    @property
    def run(self) -> Stage:
        """The first run."""
        return self.execution.runs[0]

    @property
    def text(self) -> str:
        """All output of all stages, and all collected files."""
        parts = [part for stage in self.execution.stages for part in (stage.stdout.data, stage.stderr.data)]
        parts += [content for stage in self.execution.stages for content in stage.files.values()]
        return b"\n".join(parts).decode(errors="replace")

    @property
    def attempts(self) -> dict[str, tuple[str, str]]:
        """Return name → (refused or DONE, how) of the first run's attempts."""
        lines = [line.split("\t") for line in self.run.stdout.data.decode(errors="replace").splitlines()]
        return {line[0]: (line[1], line[2]) for line in lines if len(line) == 3}


@dataclass(frozen=True)
class Attack:
    """One module of this folder."""

    name: str
    language: str
    source: str
    check: Callable[[Seen], None]
    host: Host
    meanwhile: Meanwhile
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def starts(self) -> tuple[str, ...]:
        """How it can be started: attacks on interpreters that can be warm also run in warm ones."""
        never_warm = self.fields.get("observe", frozenset()) - {"files"} or "env" in self.fields
        return ("fresh", "warm") if find_language(self.language).warm and not never_warm else ("fresh",)

    @property
    def marks(self) -> tuple[pytest.MarkDecorator, ...]:
        """Toolchain that its test needs. Python is always available."""
        return () if self.language == "python" else (pytest.mark.language(name=self.language),)

    def program(self, values: Values, *, fresh: bool) -> Program:
        """The untrusted program."""
        source = self.source
        for name, value in values.items():
            source = source.replace(f"@{name}@", value)
        # Variables alone must be enough for a cold start, so `fresh` is not set.
        return program(self.language, source, fresh=fresh and "env" not in self.fields, **self.fields)

    async def run(self, sandbox: Sandbox, *, fresh: bool) -> Seen:
        """Run the attack."""
        async with self.host(sandbox) as values:
            untrusted = self.program(values, fresh=fresh)
            started = time.monotonic()
            execution, more = await asyncio.gather(sandbox.run(untrusted), self.meanwhile(sandbox, values))
            return Seen(execution, {**values, **more}, time.monotonic() - started)


def all_attacks() -> Iterator[Attack]:
    """Return every module of this folder that is an attack."""
    package = __name__.rpartition(".")[0]
    for found in pkgutil.iter_modules([str(Path(__file__).parent)]):
        module = importlib.import_module(f"{package}.{found.name}")
        if not hasattr(module, "SOURCE"):
            continue
        names = {"COLLECT": "collect", "OBSERVE": "observe", "RUNS": "runs", "ENV": "env"}
        names |= {"BUILD_LIMITS": "build_limits"}
        fields = {theirs: getattr(module, ours) for ours, theirs in names.items() if hasattr(module, ours)}
        yield Attack(
            name=found.name,
            language=module.LANGUAGE,
            source=module.SOURCE,
            check=module.check,
            host=getattr(module, "host", _no_host),
            meanwhile=getattr(module, "meanwhile", _nothing),
            fields={"limits": getattr(module, "LIMITS", LIMITS), **fields},
        )


def program(language: str, source: str, *, fresh: bool = True, **fields: Any) -> Program:
    """Return a program of one file."""
    files = {find_language(language).source: source.encode()}
    fields |= {name: slowed(fields[name]) for name in ("limits", "build_limits") if name in fields}
    return Program(language=language, files=files, fresh=fresh, **fields)


def slowed(limits: Limits) -> Limits:
    """Return these limits, with more time on a slow machine."""
    return msgspec.structs.replace(limits, wall_s=limits.wall_s * SLOWNESS, cpu_s=limits.cpu_s * SLOWNESS)


@contextlib.asynccontextmanager
async def _no_host(_: Sandbox) -> AsyncIterator[Values]:
    yield {}


async def _nothing(_: Sandbox, __: Values) -> Values:
    return {}


def assert_ended_by(stage: Stage, *limits: str) -> None:
    """Check that the sandbox killed it, for exactly these limits."""
    assert set(stage.limits_hit) == set(limits), describe(stage)
    assert stage.exit_code is None, describe(stage)
    assert stage.signal == 9, describe(stage)


def assert_undisturbed(stage: Stage, exit_code: int = 0) -> None:
    """Check that it exited without being killed, within its limits."""
    assert stage.exit_code == exit_code, describe(stage)
    assert not set(stage.limits_hit) & {"wall", "cpu", "memory", "output"}, describe(stage)


def assert_out_of_memory(seen: Seen) -> None:
    """Check that the tree was found to use too much memory."""
    assert "memory" in seen.run.limits_hit, describe(seen.run)
    assert not seen.run.succeeded


def assert_processes_refused(seen: Seen) -> None:
    """Check that the Execution reports it; without control groups only if the tree was full when it was inspected."""
    assert "processes" in seen.run.limits_hit or seen.execution.guarantees.cpu == "watched", describe(seen.run)


def assert_no_more_memory(seen: Seen) -> None:
    """Check that the kind of memory was refused, or the tree was killed for using it."""
    if "refused" in seen.text:
        assert_undisturbed(seen.run)
    else:
        assert_out_of_memory(seen)


def assert_refused(seen: Seen, names: Collection[str], errors: Collection[str] = ()) -> None:
    """Check that each of these attempts was made and refused, with one of these errors where given."""
    assert_undisturbed(seen.run)
    attempts = seen.attempts
    assert set(names) <= set(attempts), describe(seen.run)
    done = {name: how for name, (outcome, how) in attempts.items() if outcome != "refused"}
    assert not done, done
    if errors:
        other = {name: how for name, (_, how) in attempts.items() if how not in errors}
        assert not other, other


def describe(stage: Stage) -> str:
    """Return the output, for the message of a failing test."""
    ending = f"exit {stage.exit_code}, signal {stage.signal}, limits {stage.limits_hit}, {stage.wall_s:.2f} s"
    return f"{ending}\n{stage.stdout.data[-1500:]!r}\n{stage.stderr.data[-1500:]!r}"


@contextlib.contextmanager
def file_with(path: Path, content: str) -> Iterator[Path]:
    """Create a file on the host that every user could read if it could reach it."""
    path.write_text(content)
    path.chmod(0o644)
    try:
        yield path
    finally:
        path.unlink()


def secret_in(places: Collection[str]) -> Host:
    """Keep the secret in files at these places of the host while the attack runs."""

    @contextlib.asynccontextmanager
    async def host(_: Sandbox) -> AsyncIterator[Values]:
        with contextlib.ExitStack() as files:
            for place in places:
                files.enter_context(file_with(Path(place), SECRET))
            yield {}

    return host


async def wait_for_marker(name: str, seconds: float = 60) -> Path:
    """Wait until a program of the test has made /tmp/<name>, seen from outside through /proc. Processes that share our
    root do not count: the machine's own /tmp may contain such a name."""
    deadline = time.monotonic() + seconds * SLOWNESS
    while True:
        for process in descendants(os.getpid()):
            root = Path(f"/proc/{process.pid}/root")
            path = root / "tmp" / name
            if path.exists() and not root.samefile("/"):  # noqa: ASYNC240
                return path
        assert time.monotonic() < deadline, f"no program made {name}"
        await asyncio.sleep(0.01)
