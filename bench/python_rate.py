"""Python programs per second with warm interpreters, compared with bare starts of the same interpreter."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row, rate, spawn
from benchwright.languages import find_language, find_toolchain
from benchwright.sandbox import LocalSandbox, Program

RUNS = 1500
BARE_RUNS = 400
PLAIN = b"""\
def collatz(number):
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


longest = max(range(1, 50), key=collatz)
print(longest, collatz(longest))
"""
IMPORTS = b"""\
import heapq
import re
from collections import Counter
from typing import List


def most_common(text: str, count: int) -> List[str]:
    words = Counter(re.findall(r"[a-z]+", text.lower()))
    return heapq.nsmallest(count, words, key=lambda word: (-words[word], word))


print(most_common("the cat and the dog and the bird", 2))
"""


async def bench() -> Iterator[Row]:
    """Run two ten-line programs, one of them with the most common imports: bare, isolated fresh, and isolated warm."""
    python = find_toolchain(find_language("python")).tools["python"]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        # The same as in the sandbox: an interpreter without installed packages.
        subprocess.run([python, "-m", "venv", "--without-pip", Path(folder) / "empty"], check=True)
        for name, source in (("plain", PLAIN), ("imports", IMPORTS)):
            script = Path(folder) / f"{name}.py"
            script.write_bytes(source)
            for concurrency in (1, 4, 8):
                rows += await _compare(f"{name}, concurrency {concurrency}", python, script, concurrency)
    return iter(rows)


async def _compare(what: str, python: str, script: Path, concurrency: int) -> list[Row]:
    clean = str(script.parent / "empty" / "bin" / "python")
    bare = rate(lambda: spawn([python, str(script)]), BARE_RUNS, concurrency)
    bare_clean = rate(lambda: spawn([clean, str(script)]), BARE_RUNS, concurrency)
    fresh = await _rate(script.read_bytes(), concurrency, warm=False)
    warm = await _rate(script.read_bytes(), concurrency, warm=True)
    return [
        _row(f"Python {what}: warm against bare", warm, bare, "≥ 3 ×" if concurrency == 4 else ""),
        _row(f"Python {what}: warm against bare, nothing installed", warm, bare_clean, ""),
        _row(f"Python {what}: fresh against bare, nothing installed", fresh, bare_clean, ""),
    ]


async def _rate(source: bytes, concurrency: int, *, warm: bool) -> float:
    program = Program(language="python", files={"main.py": source})
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
