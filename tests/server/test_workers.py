"""Workers die and are restarted, and leave nothing behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import httpx
import pytest

from tests.sandbox.leftovers import alive, assert_gone, assert_within, descendants, groups
from tests.server.process import Server, started, started_probe

CLIENTS = 16
REQUESTS = 12


async def _load(server: Server, kill: asyncio.Event, killed: asyncio.Event) -> Counter[str]:
    """Send requests in sequence from several clients; a worker is killed meanwhile."""
    seen: Counter[str] = Counter()

    async def ask(number: int) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            for turn in range(REQUESTS):
                nonce = f"{number}-{turn}"
                order = {"source": "print(input())", "nonce": nonce}
                try:
                    answer = await client.post(f"{server.url}/probe/run", json=order)
                except (httpx.NetworkError, httpx.RemoteProtocolError):
                    seen["cut off"] += 1
                else:
                    assert answer.status_code == 200, answer.text
                    assert answer.json() == {"nonce": nonce, "stdout": f"{nonce}\n", "exit_code": 0}
                    seen["answered"] += 1
                if seen["answered"] == CLIENTS:
                    kill.set()
                    await killed.wait()

    await asyncio.gather(*map(ask, range(CLIENTS)))
    return seen


@pytest.mark.slow
def test_kill_9_of_a_worker_under_load_harms_only_its_own_requests() -> None:
    async def main(server: Server) -> Counter[str]:
        kill, killed = asyncio.Event(), asyncio.Event()
        load = asyncio.create_task(_load(server, kill, killed))
        await kill.wait()
        victim = server.workers[0]
        doomed = [victim, *descendants(victim.pid)]
        os.kill(victim.pid, signal.SIGKILL)
        killed.set()
        seen = await load
        await asyncio.to_thread(assert_gone, doomed)
        return seen

    mounts = Path("/proc/self/mountinfo").read_text()
    with started_probe(workers=2, concurrency=2) as server:
        _both_ready(server)
        seen = asyncio.run(main(server))
        assert seen.total() == CLIENTS * REQUESTS
        assert seen["cut off"] <= CLIENTS
        assert seen["answered"] >= CLIENTS * (REQUESTS - 1)
        _both_ready(server)
        assert httpx.post(f"{server.url}/probe/run", json={"source": "print(1)"}).json()["stdout"] == "1\n"
        everything = descendants(server.process.pid)
        assert server.stop() == 0
    assert not alive(everything)
    assert not list(groups({process.pid for process in everything}))
    assert Path("/proc/self/mountinfo").read_text() == mounts


def _counters(server: Server) -> list[Path]:
    """The folder in which the workers aggregate their metrics."""
    return list(Path(tempfile.gettempdir()).glob(f"benchwright-counters-{server.process.pid}-*"))


def _both_ready(server: Server) -> None:
    assert_within(lambda: len(server.launchers) == 2, 60, lambda: server.log)


def test_workers_exit_when_the_master_is_killed() -> None:
    with started_probe(workers=2) as server:
        _both_ready(server)
        everything = descendants(server.process.pid)
        server.process.kill()
        server.process.wait()
        assert_gone(everything, 10)
        assert not _counters(server)


def test_a_worker_whose_master_dies_as_it_starts_removes_the_counters(tmp_path: Path) -> None:
    folder = tmp_path / "counters"
    folder.mkdir()
    program = """
import os, signal, types
from benchwright.server import run
async def loses_its_master(*_):
    os.kill(os.getpid(), signal.SIGTERM)
run._work = loses_its_master
run.work(types.SimpleNamespace(log=run.Log()), None, master=-1)
"""
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, check=False, capture_output=True)
    assert ended.returncode == 128 + signal.SIGTERM
    assert not folder.exists()


@pytest.mark.slow
def test_a_worker_whose_launcher_is_killed_is_replaced() -> None:
    with started_probe() as server:
        assert_within(lambda: len(server.launchers) == 1, 60, lambda: server.log)
        launcher, worker = server.launchers[0], server.workers[0]
        os.kill(launcher.pid, signal.SIGKILL)
        assert_gone([launcher])

        def replaced() -> bool:
            return bool(server.launchers) and alive([launcher]) == [] and server.launchers[0].pid != launcher.pid

        if os.geteuid() == 0:
            assert_within(lambda: not alive([worker]), 60, lambda: server.log)
        else:
            httpx.post(f"{server.url}/probe/run", json={"source": "print(1)"})
        assert_within(replaced, 60, lambda: server.log)
        answer = httpx.post(f"{server.url}/probe/run", json={"source": "print(1)"}, timeout=30)
        assert answer.json()["stdout"] == "1\n"


def test_workers_have_no_privileges() -> None:
    if os.geteuid() != 0:
        with started_probe() as server:
            assert_within(lambda: len(server.launchers) == 1, 60, lambda: server.log)
            assert {_status(worker.pid)["Uid"] for worker in server.workers} == {_status(os.getpid())["Uid"]}
        return
    with started_probe() as server:
        httpx.post(f"{server.url}/probe/run", json={"source": "print(1)"}, timeout=30)
        for worker in server.workers:
            status = _status(worker.pid)
            assert set(status["Uid"].split()) == set(status["Gid"].split()) == {"65534"}
            reading = 1 << 2 if "keep the right to read all files" in server.log else 0
            assert int(status["CapEff"], 16) == int(status["CapPrm"], 16) == reading
            assert status["NoNewPrivs"] == "1"
        assert {_status(launcher.pid)["Uid"].split()[0] for launcher in server.launchers} == {"0"}
        server.stop()
        assert server.process.stdout is not None
        said = server.process.stdout.read()  # printed after the line with the address
        assert said.startswith("warning: workers keep the right to read all files") == bool(reading)


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


@pytest.mark.slow
def test_the_command_serves_and_exits() -> None:
    with started("--workers", "1", "--drain", "5") as server:
        assert _counters(server)
        assert httpx.get(f"{server.url}/no/such/path").status_code == 404
        assert server.stop() == 0
    assert not _counters(server)


def test_workers_share_their_counters(probe: Server) -> None:
    def counted() -> float:
        text = httpx.get(f"{probe.url}/probe/metrics").text
        lines = [
            line for line in text.splitlines() if line.startswith("benchwright_requests_total") and '"echo"' in line
        ]
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines)

    before = counted()
    for _ in range(20):  # one connection each, so that both workers get some
        assert httpx.get(f"{probe.url}/probe/echo/1").status_code == 200
    assert counted() == before + 20
