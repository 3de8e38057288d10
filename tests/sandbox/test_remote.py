"""What is specific to the remote backend: the protocol, service failures, tokens, retries."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from benchwright import errors
from benchwright.errors import (
    BenchwrightError,
    CheckerFailed,
    SandboxBusy,
    SandboxError,
    ToolchainMissing,
    UnknownLanguage,
    UsageError,
)
from benchwright.sandbox import Limits, LocalSandbox, Program, Run
from benchwright.sandbox.json_records import Failure, error_of, failure_of
from benchwright.sandbox.plan import longest_wall_s
from benchwright.sandbox.remote import SANDBOX_VARIABLE, TOKEN_VARIABLE, RemoteSandbox, open_sandbox
from tests.sandbox.leftovers import assert_gone, descendants
from tests.sandbox.modes import service
from tests.sandbox.programs import python, until
from tests.server.process import Server, started

NOBODY_LISTENS = "http://127.0.0.1:9"
HELLO = python("print('hello')")
SLEEP = python("import time; time.sleep(60)")
RANDOM = python("import os; print(os.urandom(8).hex())")
TOKEN = "0123456789abcdef0123456789abcdef"


def runs_something(server: Server) -> bool:
    return any("main.py" in process.command for process in descendants(server.process.pid))


def test_a_service_that_is_not_there_is_no_verdict() -> None:
    async def ask() -> None:
        async with RemoteSandbox(NOBODY_LISTENS, attempts=2) as sandbox:
            await sandbox.run(HELLO)

    with pytest.raises(SandboxError, match="no response from") as caught:
        asyncio.run(ask())
    assert "the service is running" in caught.value.hint


@pytest.mark.slow
def test_a_killed_service_is_no_verdict_and_leaves_nothing() -> None:
    async def ask(server: Server) -> None:
        async with RemoteSandbox(server.url, attempts=2) as sandbox:
            task = asyncio.create_task(sandbox.run(SLEEP))
            await until(lambda: runs_something(server))
            family = descendants(server.process.pid)
            for pid in (server.process.pid, *(worker.pid for worker in server.workers)):
                os.kill(pid, signal.SIGKILL)
            with pytest.raises(SandboxError, match="no response from"):
                await asyncio.wait_for(task, 30)
            assert_gone(family, 10)

    with started() as server:
        asyncio.run(ask(server))


@pytest.mark.slow
def test_a_request_whose_worker_is_killed_is_asked_again() -> None:
    async def ask(server: Server) -> bytes:
        async with RemoteSandbox(server.url) as sandbox:
            task = asyncio.create_task(sandbox.run(python("import time; time.sleep(1); print('done')")))
            await until(lambda: runs_something(server))
            os.kill(server.workers[0].pid, signal.SIGKILL)
            return (await asyncio.wait_for(task, 60)).runs[0].stdout.data

    with started() as server:
        assert asyncio.run(ask(server)) == b"done\n"


@contextlib.asynccontextmanager
async def forgetful(url: str, answers: list[bytes]) -> AsyncIterator[str]:
    """A proxy that swallows the first response and disconnects the client."""
    port = int(url.rpartition(":")[2])
    kept: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", port)
        kept.append(up_writer)  # kept open, or the service would kill the program
        pump = asyncio.create_task(_pump(reader, up_writer))
        answer = await _answer(up_reader)
        answers.append(answer)
        if len(answers) > 1:
            writer.write(answer)
            await writer.drain()
        writer.close()
        pump.cancel()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    for each in kept:
        each.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    (length,) = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return head + await reader.readexactly(int(length.partition(b":")[2]))


def test_a_repeated_request_is_not_run_twice() -> None:
    """The first response is lost; the retry gets the same result, not that of another run."""

    async def ask() -> tuple[bytes, list[bytes]]:
        answers: list[bytes] = []
        async with forgetful(service().url, answers) as url, RemoteSandbox(url) as sandbox:
            return (await sandbox.run(RANDOM)).runs[0].stdout.data, answers

    printed, answers = asyncio.run(ask())
    assert len(answers) == 2
    assert len(printed) == 17
    bodies = [answer.partition(b"\r\n\r\n")[2] for answer in answers]
    assert bodies[0] == bodies[1]


def test_equal_programs_are_separate_requests() -> None:
    async def ask() -> list[bytes]:
        async with RemoteSandbox(service().url) as sandbox:
            return [(await sandbox.run(RANDOM)).runs[0].stdout.data for _ in range(2)]

    one, two = asyncio.run(ask())
    assert one != two


@pytest.mark.slow
def test_without_room_it_waits_or_says_so() -> None:
    async def ask(server: Server) -> tuple[list[object], list[bytes]]:
        async with RemoteSandbox(server.url, patience_s=0) as hasty:
            programs = [python("import time; time.sleep(0.5)")] * 6
            refused = await asyncio.gather(*(hasty.run(each) for each in programs), return_exceptions=True)
        async with RemoteSandbox(server.url) as patient:
            done = [execution.runs[0].stdout.data async for _, execution in patient.run_many([HELLO] * 6)]
        return list(refused), done

    with started("--concurrency", "1", "--queue", "1") as server:
        refused, done = asyncio.run(ask(server))
    assert any(isinstance(each, SandboxBusy) for each in refused)
    assert done == [b"hello\n"] * 6


@pytest.mark.slow
def test_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"{TOKEN} somebody\n")
    file.chmod(0o600)

    async def ask(url: str, token: str | None) -> bytes:
        async with RemoteSandbox(url, token=token) as sandbox:
            return (await sandbox.run(HELLO)).runs[0].stdout.data

    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    with started("--token-file", file) as server:
        assert asyncio.run(ask(server.url, TOKEN)) == b"hello\n"
        for wrong in (None, "another-token-that-is-long-enough"):
            with pytest.raises(UsageError, match="token") as caught:
                asyncio.run(ask(server.url, wrong))
            assert str(caught.value).startswith(f"{server.url} refused the request: ")
            assert caught.value.hint == "set BENCHWRIGHT_TOKEN, or pass token= to the client"
        monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
        assert asyncio.run(ask(server.url, None)) == b"hello\n"


def test_a_toolchain_that_the_service_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", "/nonexistent")
    monkeypatch.setenv("PATH", "/nonexistent")
    with started() as server:
        monkeypatch.undo()
        with pytest.raises(ToolchainMissing, match="python") as caught:
            asyncio.run(RemoteSandbox(server.url).run(HELLO))
    assert "toolchains install python" in caught.value.hint


def test_higher_limits_than_the_service_allows() -> None:
    with pytest.raises(UsageError, match="higher than this service allows"):
        asyncio.run(RemoteSandbox(service().url).run(python("", limits=Limits(wall_s=10_000))))


def test_what_is_told_is_what_was_raised() -> None:
    kinds = [each for each in vars(errors).values() if isinstance(each, type)]
    carried = [each for each in kinds if issubclass(each, UsageError | SandboxError)]
    assert len(carried) > 8
    for kind in carried:
        told = error_of(failure_of(kind("what", "do this")), 500)
        assert (type(told), str(told), told.hint) == (kind, "what", "do this")


@pytest.mark.parametrize(
    ("kind", "status", "expected"),
    [
        ("", 400, UsageError),
        ("", 503, SandboxError),
        ("", 429, SandboxError),
        ("os", 404, UsageError),
        ("ModelError", 500, SandboxError),
        ("CheckerFailed", 503, CheckerFailed),
        ("UnknownLanguage", 422, UnknownLanguage),
    ],
)
def test_what_nobody_knows_is_taken_by_its_status(kind: str, status: int, expected: type[BenchwrightError]) -> None:
    assert type(error_of(Failure(error="x", kind=kind), status)) is expected


def test_time_that_a_program_may_take() -> None:
    limits = Limits(wall_s=7)
    assert longest_wall_s(python("", limits=limits, runs=(Run(), Run()))) == 14
    cpp = Program(language="cpp", files={"main.cpp": b""}, limits=limits, build_limits=Limits(wall_s=5))
    assert longest_wall_s(cpp) == 12


def test_opening_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SANDBOX_VARIABLE, raising=False)
    assert isinstance(open_sandbox(), LocalSandbox)
    for spec in ("http://host:1/", "remote:http://host:1"):
        opened = open_sandbox(spec)
        assert isinstance(opened, RemoteSandbox)
        assert opened.transport.url == "http://host:1"
    monkeypatch.setenv(SANDBOX_VARIABLE, "remote:https://host")
    assert isinstance(open_sandbox(), RemoteSandbox)
    assert isinstance(open_sandbox("local"), LocalSandbox)
    with pytest.raises(UsageError, match="not a sandbox"):
        open_sandbox("elsewhere")
