"""What the service adds to a run: to its latency, and to the number of runs per second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from bench.http_client import Connection, service
from bench.measure import Row, milliseconds
from benchwright.sandbox import LocalSandbox, Program

ROUNDS = 300
CONCURRENCY = 32
REQUESTS = 1500
SOURCE = "print('hello')"
PROGRAM = Program(language="python", files={"main.py": SOURCE.encode()})
BODY = {"language": "python", "source": SOURCE}


async def bench() -> Iterator[Row]:
    """Measure latency, alternating requests with in-process calls; then maximum throughput."""
    with service("--concurrency", str(CONCURRENCY)) as (port, _):
        async with LocalSandbox(concurrency=CONCURRENCY) as sandbox:
            return iter([await _latency(port, sandbox), await _rate(port, sandbox)])


async def _latency(port: int, sandbox: LocalSandbox) -> Row:
    connection = await Connection.open(port)
    by_http: list[float] = []
    in_process: list[float] = []
    for round_number in range(ROUNDS + 20):
        start = time.perf_counter()
        await _ask(connection)
        middle = time.perf_counter()
        execution = await sandbox.run(PROGRAM)
        end = time.perf_counter()
        if not execution.runs[0].succeeded:
            raise RuntimeError(f"the program failed: {execution.runs[0]}")
        if round_number >= 20:  # warm-up
            by_http.append(middle - start)
            in_process.append(end - middle)
    await connection.close()
    measured, baseline = milliseconds(by_http), milliseconds(in_process)
    return Row(
        what=f"trivial Python program by HTTP: median latency, {measured - baseline:.2f} ms over in process",
        measured=measured,
        baseline=baseline,
        unit="ms",
        ratio=measured / baseline,
        target="≤ 3 ms more",
    )


async def _rate(port: int, sandbox: LocalSandbox) -> Row:
    """Alternate in thirds, so that both see the same conditions."""
    by_http = in_process = 0.0
    for _ in range(3):
        by_http += await _by_http(port, REQUESTS // 3)
        start = time.perf_counter()
        async for _, execution in sandbox.run_many([PROGRAM] * (REQUESTS // 3)):
            if not execution.runs[0].succeeded:
                raise RuntimeError(f"the program failed: {execution.runs[0]}")
        in_process += time.perf_counter() - start
    measured, baseline = REQUESTS / by_http, REQUESTS / in_process
    return Row(
        what=f"Python programs by HTTP at concurrency {CONCURRENCY}, against run_many in process",
        measured=measured,
        baseline=baseline,
        unit="runs/s",
        ratio=measured / baseline,
        target="≥ 0.60",
    )


async def _by_http(port: int, requests: int) -> float:
    left = iter(range(requests))

    async def client() -> None:
        connection = await Connection.open(port)
        for _ in left:
            await _ask(connection)
        await connection.close()

    start = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CONCURRENCY)))
    return time.perf_counter() - start


async def _ask(connection: Connection) -> None:
    status, answer = await connection.post("/v1/execute", BODY)
    if status != 200:
        raise RuntimeError(f"the service answered {status}: {answer}")
