"""Commands are limited in time and size, retried where that may help, and leave nothing behind."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from benchwright.environments import CannotResolve, IndexUnreachable, InstallFailed, Policy, process, resolve
from benchwright.environments.process import Bound, Finished, clean_environment, reason_of, run_bounded, run_patiently
from benchwright.sandbox import LocalSandbox
from tests.environments.packages import wheel

FAILS_TWICE = """
import pathlib, sys
count = pathlib.Path("count")
before = len(count.read_text()) if count.exists() else 0
count.write_text("x" * (before + 1))
sys.exit("error: " + sys.argv[1] if before < int(sys.argv[2]) else 0)
"""


def started(folder: Path, text: str, *arguments: str, max_bytes: int = 1 << 20, patiently: bool = False) -> Finished:
    run = run_patiently if patiently else run_bounded
    argv = (sys.executable, "-c", text, *arguments)
    bound = Bound(folder=folder, max_bytes=max_bytes)
    return asyncio.run(run(argv, folder=folder, env=clean_environment(), bound=bound))


def test_a_folder_that_grows_too_large_stops_the_command(tmp_path: Path) -> None:
    """The command would never exit on its own."""
    text = """
import os, time
os.fork()
with open(str(os.getpid()), "wb") as file:
    file.write(bytes(2 << 20))
    file.flush()
    time.sleep(1000)
"""
    with pytest.raises(CannotResolve, match="larger than 1 MiB"):
        started(tmp_path, text)


def test_the_folder_is_measured_before_the_command_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = asyncio.create_subprocess_exec

    async def written_already(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        begun = await real(*arguments, **options)
        await begun.wait()
        return begun

    monkeypatch.setattr(asyncio, "create_subprocess_exec", written_already)
    with pytest.raises(CannotResolve, match="larger than 1 MiB"):
        started(tmp_path, "open('more', 'wb').write(bytes(2 << 20))")


def test_concurrent_resolutions_are_counted_separately(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They share a cache, and another process may write any amount to it in the meantime."""
    shared = tmp_path / "cache" / "environments" / "uv"
    wheel(tmp_path / "wheels", "alpha", "1.0")
    policy = Policy(wheels=tmp_path / "wheels", max_bytes=1 << 20)
    real = asyncio.create_subprocess_exec

    async def while_another_writes(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        begun = await real(*arguments, **options)
        communicate = begun.communicate

        async def communicate_later() -> tuple[bytes, bytes]:
            (shared / "anothers").write_bytes(bytes(2 << 20))
            return await communicate()

        monkeypatch.setattr(begun, "communicate", communicate_later)
        return begun

    async def ask() -> int:
        async with LocalSandbox() as sandbox:
            monkeypatch.setattr(asyncio, "create_subprocess_exec", while_another_writes)
            return len((await resolve("python", ["alpha"], policy, sandbox)).packages)

    assert asyncio.run(ask()) == 1
    assert (shared / "anothers").exists()


def test_existing_files_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "before").write_bytes(bytes(2 << 20))
    assert started(tmp_path, "open('more', 'wb').write(bytes(1 << 19))").code == 0


@pytest.mark.parametrize(
    "complaint", ["connection reset by peer", "npm error code E503", "HTTP status server error (502 Bad Gateway)"]
)
def test_an_unresponsive_index_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: str) -> None:
    monkeypatch.setattr(process, "_PAUSE_S", 0.0)
    assert started(tmp_path, FAILS_TWICE, complaint, "2", patiently=True).code == 0
    assert (tmp_path / "count").read_text() == "xxx"


def test_three_times_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_PAUSE_S", 0.0)
    with pytest.raises(IndexUnreachable, match="did not answer: HTTP 503"):
        started(tmp_path, FAILS_TWICE, "HTTP 503", "9", patiently=True)
    assert (tmp_path / "count").read_text() == "xxx"


@pytest.mark.parametrize(
    "complaint",
    ["no such package", "No solution found: a==1.503 needs timed out", "async-timeout==500 is not there", "E404"],
)
def test_permanent_errors_are_not_retried(tmp_path: Path, complaint: str) -> None:
    assert started(tmp_path, FAILS_TWICE, complaint, "9", patiently=True).code == 1
    assert (tmp_path / "count").read_text() == "x"


def test_a_killed_command_does_not_mean_that_packages_are_unavailable(tmp_path: Path) -> None:
    with pytest.raises(InstallFailed, match="killed by signal 9"):
        started(tmp_path, "import os; os.kill(os.getpid(), 9)", patiently=True)


@pytest.mark.parametrize(
    "complaint",
    ["No space left on device (os error 28)", "npm error code ENOSPC", "memory allocation of 64 bytes failed"],
)
def test_low_memory_does_not_mean_that_packages_are_unavailable(tmp_path: Path, complaint: str) -> None:
    with pytest.raises(InstallFailed, match="ran out of resources"):
        started(tmp_path, FAILS_TWICE, complaint, "9", patiently=True)
    assert started(tmp_path, FAILS_TWICE, f"No solution found: {complaint}", "9", patiently=True).code == 1


def test_the_command_gets_only_selected_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    seen = started(tmp_path, "import os; print(sorted(os.environ))").stdout
    assert "SOME_TOKEN" not in seen
    assert "PYTHONPATH" not in seen


def test_reasons_contain_no_index_urls() -> None:
    finished = Finished(
        code=1, stdout="", stderr="error: no\n  cause: `https://user:word@127.0.0.1/simple/x/` is gone\n"
    )
    assert reason_of(finished) == "no `the index` is gone"


def test_reasons_contain_no_local_paths() -> None:
    stderr = "npm error code E404\nnpm error A complete log of this run can be found in: /home/x/_logs/1.log\n"
    assert reason_of(Finished(code=1, stdout="", stderr=stderr)) == "code E404"


@pytest.mark.slow
def test_a_timeout_kills_the_whole_process_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index that accepts the request and never answers. The connection closes when the client process is dead."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = threading.Event()

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                while connection.recv(1 << 16):
                    pass
            closed.set()

        threading.Thread(target=serve, daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.getsockname()[1]}/simple")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")

        async def ask() -> None:
            async with LocalSandbox() as sandbox:
                await resolve("python", ["six"], Policy(timeout_s=2), sandbox)

        with pytest.raises(InstallFailed, match="resolving took longer than 2 s"):
            asyncio.run(ask())
        assert closed.wait(30)
