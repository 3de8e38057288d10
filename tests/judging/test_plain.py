"""The verdict of a plain run, from hand-made Executions and from real ones."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from benchwright.judging import Verdict, judge_plain
from benchwright.sandbox import Limits, LocalSandbox, Program
from tests.judging.made import execution, stage


@pytest.mark.parametrize(
    ("changes", "verdict", "reason"),
    [
        ({}, Verdict.PASSED, ""),
        ({"exit_code": 3}, Verdict.RUNTIME_ERROR, "exit code 3"),
        ({"exit_code": None, "signal": 11}, Verdict.RUNTIME_ERROR, "SIGSEGV"),
        ({"exit_code": None, "signal": 40}, Verdict.RUNTIME_ERROR, "signal 40"),
        ({"exit_code": None, "signal": 9, "limits_hit": ("wall",)}, Verdict.TIME_LIMIT, "wall"),
        ({"exit_code": None, "signal": 9, "limits_hit": ("cpu",)}, Verdict.TIME_LIMIT, "cpu"),
        ({"exit_code": 0, "limits_hit": ("memory",)}, Verdict.MEMORY_LIMIT, "memory"),
        ({"exit_code": None, "signal": 9, "limits_hit": ("wall", "memory")}, Verdict.MEMORY_LIMIT, "memory"),
        ({"exit_code": None, "signal": 9, "limits_hit": ("output",)}, Verdict.OUTPUT_LIMIT, "output"),
        ({"limits_hit": ("processes", "disk")}, Verdict.PASSED, ""),
        ({"exit_code": 1, "limits_hit": ("disk",)}, Verdict.RUNTIME_ERROR, "exit code 1"),
    ],
)
def test_run_decides(changes: dict[str, Any], verdict: Verdict, reason: str) -> None:
    judgement = judge_plain(execution(stage(**changes)))
    assert (judgement.verdict, judgement.reason, judgement.judged) == (verdict, reason, False)


def test_failed_build_is_a_compile_error() -> None:
    judgement = judge_plain(execution(build=stage(name="build", exit_code=1)))
    assert (judgement.verdict, judgement.reason) == (Verdict.COMPILE_ERROR, "diagnostics")


def test_build_over_its_limit_is_a_compile_error_with_that_reason() -> None:
    build = stage(name="build", exit_code=None, signal=9, limits_hit=("memory",))
    judgement = judge_plain(execution(build=build))
    assert (judgement.verdict, judgement.reason) == (Verdict.COMPILE_ERROR, "build memory limit")


def test_any_failed_run_fails_the_program() -> None:
    assert judge_plain(execution(stage(), stage(exit_code=1), stage())).verdict is Verdict.RUNTIME_ERROR


REAL_PROGRAMS = [
    ("print('FAILED, AssertionError, 1 failed')", Verdict.PASSED),
    ("import sys; print('all tests passed'); sys.exit(1)", Verdict.RUNTIME_ERROR),
    ("assert 1 == 2", Verdict.RUNTIME_ERROR),
    ("def", Verdict.RUNTIME_ERROR),
    ("while True: pass", Verdict.TIME_LIMIT),
    ("import time; time.sleep(60)", Verdict.TIME_LIMIT),
    ("x = bytearray(1 << 30)", Verdict.MEMORY_LIMIT),
    ("while True: print('x' * 1000)", Verdict.OUTPUT_LIMIT),
]


@pytest.mark.slow
def test_verdicts_of_real_programs() -> None:
    limits = Limits(wall_s=2, cpu_s=1, memory_bytes=128 << 20, output_limit_bytes=1 << 20)

    async def run_all() -> list[Verdict]:
        async with LocalSandbox() as sandbox:
            programs = [
                Program(language="python", files={"main.py": source.encode()}, limits=limits)
                for source, _ in REAL_PROGRAMS
            ]
            verdicts = {index: judge_plain(done).verdict async for index, done in sandbox.run_many(programs)}
            return [verdicts[index] for index in range(len(programs))]

    assert asyncio.run(run_all()) == [verdict for _, verdict in REAL_PROGRAMS]
