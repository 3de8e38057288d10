"""Throughput of `evaluate` against bare judging of the same solutions, and its memory with ten times the samples."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measure import Row
from benchwright.judging.solution import judge_solution, plan_problem
from benchwright.problems import Problem
from benchwright.sandbox import LocalSandbox

_PROBLEMS = 100
_FEW, _MANY = 1_000, 10_000

_CHILD = """
import resource, runpy, sys
sys.argv[0] = "benchwright"
try:
    runpy.run_module("benchwright", run_name="__main__")
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


async def bench() -> list[Row]:
    """Measure samples per second and peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        bench_file = place / "bench.jsonl"
        bench_file.write_text("".join(json.dumps(_row(number)) + "\n" for number in range(_PROBLEMS)))
        bare = await _bare_rate(400)
        few_s, few_bytes = await asyncio.to_thread(_evaluate, place, bench_file, _FEW)
        many_s, many_bytes = await asyncio.to_thread(_evaluate, place, bench_file, _MANY)
    rate = (_MANY - _FEW) / (many_s - few_s)
    return [
        Row(
            what="evaluated samples, against judging them bare",
            measured=rate,
            baseline=bare,
            unit="samples/s",
            ratio=rate / bare,
            target="",
        ),
        Row(
            what=f"memory for {_MANY:,} samples, against {_FEW:,}",
            measured=many_bytes / (1 << 20),
            baseline=few_bytes / (1 << 20),
            unit="MiB",
            ratio=many_bytes / few_bytes,
            target="flat",
        ),
    ]


def _row(number: int) -> dict[str, str]:
    tests = "".join(f"assert add({x}) == {x + number}\n" for x in range(3))
    return {
        "id": str(number),
        "language": "python",
        "question": f"Add {number}.",
        "canonical_solution": f"def add(x):\n    return x + {number}\n",
        "demo_test_func": "",
        "full_test_func": tests,
        "difficulty": "easy",
    }


def _problem(number: int) -> Problem:
    row = _row(number)
    return Problem(
        id=row["id"],
        language="python",
        question="",
        canonical_solution=row["canonical_solution"],
        tests={"full": row["full_test_func"]},
    )


async def _bare_rate(count: int) -> float:
    """Judge solutions, canaries included, without a job around them; return solutions per second."""
    problem = _problem(1)
    async with LocalSandbox() as sandbox:
        plan = await plan_problem(sandbox, problem)
        begun = time.perf_counter()
        codes = [f"{problem.canonical_solution}# {number}\n" for number in range(count)]
        await asyncio.gather(*(judge_solution(sandbox, problem, plan, code, canary=True) for code in codes))
        return count / (time.perf_counter() - begun)


def _evaluate(place: Path, bench_file: Path, count: int) -> tuple[float, int]:
    """Return the seconds and peak memory of the command. All solutions differ, so each one is judged."""
    samples = place / f"samples{count}.jsonl"
    with samples.open("w") as opened:
        for number in range(count):
            problem = number % _PROBLEMS
            code = f"def add(x):\n    return x + {problem}\n# {number}\n"
            opened.write(json.dumps({"task_id": str(problem), "solution": code}) + "\n")
    command = [
        sys.executable,
        "-c",
        _CHILD,
        "evaluate",
        bench_file,
        "--samples",
        samples,
        "--out",
        place / f"job{count}",
    ]
    begun = time.perf_counter()
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
    return time.perf_counter() - begun, int(done.stderr.splitlines()[-1]) << 10
