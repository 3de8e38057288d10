"""Python programs per second through warm interpreters, against starting the same interpreter bare."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row, rate, spawn
from benchwright.languages import find_language, find_toolchain
from benchwright.sandbox import LocalSandbox, Program

RUNS = 1500
BARE_RUNS = 400
SOURCE = b"""\
def collatz(number):
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


longest = max(range(1, 200), key=collatz)
print(longest, collatz(longest))
"""


async def bench() -> Iterator[Row]:
    """The same program bare as installed, bare without the site module, isolated and fresh, isolated and warm."""
    python = find_toolchain(find_language("python")).tools["python"]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "main.py"
        script.write_bytes(SOURCE)
        rows = []
        for concurrency in (1, 4, 8):
            bare = rate(lambda: spawn([python, str(script)]), BARE_RUNS, concurrency)
            smallest = rate(lambda: spawn([python, "-I", "-S", str(script)]), BARE_RUNS, concurrency)
            fresh = await _rate(concurrency, warm=False)
            warm = await _rate(concurrency, warm=True)
            target = "≥ 3 ×" if concurrency == 4 else ""
            rows += [
                _row(f"Python warm, concurrency {concurrency}, against bare", warm, bare, target),
                _row(f"Python warm, concurrency {concurrency}, against bare without site", warm, smallest, ""),
                _row(f"Python fresh, concurrency {concurrency}, against bare", fresh, bare, ""),
            ]
    return iter(rows)


async def _rate(concurrency: int, *, warm: bool) -> float:
    program = Program(language="python", files={"main.py": SOURCE})
    runs = RUNS if warm else BARE_RUNS
    async with LocalSandbox(concurrency=concurrency, warm=warm) as sandbox:
        await _drain(sandbox, [program] * (3 * concurrency))
        start = time.perf_counter()
        await _drain(sandbox, [program] * runs)
        return runs / (time.perf_counter() - start)


async def _drain(sandbox: LocalSandbox, programs: list[Program]) -> None:
    async for _, execution in sandbox.run_many(programs):
        if not execution.runs[0].succeeded:
            raise RuntimeError(f"the program failed: {execution.runs[0]}")


def _row(what: str, measured: float, baseline: float, target: str) -> Row:
    return Row(what=what, measured=measured, baseline=baseline, unit="runs/s", ratio=measured / baseline, target=target)
