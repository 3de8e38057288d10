"""Latency and memory over many runs: the last thousand compared with the first must show no growth."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from bench.measure import Row, milliseconds, require_success, tree_bytes
from benchwright.sandbox.launcher import Launcher
from benchwright.sandbox.plan import plan_program
from benchwright.sandbox.protocol import Program

RUNS = int(os.environ.get("BENCH_SOAK_RUNS", "20000"))
WINDOW = min(1000, RUNS // 4)


async def bench() -> Iterator[Row]:
    """Run half of the programs in a fresh bash, half in a warm Python interpreter."""
    launcher = await Launcher.start()
    orders = [_order("shell", b"echo hello"), _order("python", b"print('hello')")]
    times: list[float] = []
    memory: list[int] = []
    for number in range(RUNS):
        start = time.perf_counter()
        require_success(await launcher.run(orders[number % 2]))
        times.append(time.perf_counter() - start)
        if number in (WINDOW, RUNS - 1):
            memory.append(tree_bytes(launcher))
    await launcher.aclose()
    first, last = milliseconds(times[:WINDOW]), milliseconds(times[-WINDOW:])
    mib = 1 << 20
    return iter(
        [
            Row(
                what=f"{RUNS} runs: median latency of the last {WINDOW} against the first",
                measured=last,
                baseline=first,
                unit="ms",
                ratio=last / first,
                target="no growth",
            ),
            Row(
                what=f"{RUNS} runs: memory of launcher and slots at the end against after {WINDOW}",
                measured=memory[1] / mib,
                baseline=memory[0] / mib,
                unit="MiB",
                ratio=memory[1] / memory[0],
                target="no growth",
            ),
        ]
    )


def _order(language: str, source: bytes):  # type: ignore[no-untyped-def]
    plan = plan_program(Program(language=language, files={"main.sh" if language == "shell" else "main.py": source}))
    return plan.run_order(plan.program.runs[0], plan.files, warm=True)
