"""Checking problems that are judged by program output."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from benchwright.judging.check import CheckedProblem, check_problem
from benchwright.problems import Case, Checker, Problem
from benchwright.sandbox import LocalSandbox

SOUND = Problem(
    id="double",
    language="python",
    question="Double it.",
    canonical_solution="def main():\n    print(2 * int(input()))\n\nmain()\n",
    cases={
        "full": (Case(stdin="5", stdout="10"), Case(stdin="7", stdout="14")),
        "demo": (Case(stdin="1", stdout="2"),),
    },
    wrong_solutions=("print(10)\n",),
    hack_solutions=("exit(0)\n",),
)
BROKEN = Checker(kind="program", language="python", source="raise SystemExit(2)")
EASY = Checker(kind="program", language="python", source="pass")


def checked(problem: Problem, **options: Any) -> CheckedProblem:
    async def run() -> CheckedProblem:
        async with LocalSandbox() as sandbox:
            return await check_problem(sandbox, problem, **options)

    return asyncio.run(run())


def test_a_sound_problem() -> None:
    result = checked(SOUND, repeat=2, foreign="print(3)\n")
    assert (result.sound, result.findings, result.defects, result.plans) == (True, (), {}, {})
    assert result.judged == 2 * (2 + 1 + 1 + 1) + 1 + 1  # repeats, empty, stub, foreign in two sets; wrong; cheating


@pytest.mark.parametrize(
    ("change", "title", "reason", "detail"),
    [
        ({"canonical_solution": " "}, "full", "no reference", "no solution"),
        (
            {"canonical_solution": "print(10)"},
            "full",
            "reference fails",
            "wrong_answer (case 2): line 1: expected '14'",
        ),
        ({"canonical_solution": "print(1)", "tests": {"full": "x"}}, "full cases", "reference fails", "wrong_answer"),
        ({"cases": {"full": ()}}, "full", "no tests", "no cases"),
        ({"cases": {}}, "full", "no tests", "no tests"),
        ({"checker": BROKEN}, "full", "checker fails", "exit code 2"),
    ],
)
def test_a_defect(change: dict[str, Any], title: str, reason: str, detail: str) -> None:
    result = checked(msgspec.structs.replace(SOUND, **change))
    assert not result.sound
    assert result.defects[title].reason == reason
    assert detail in result.defects[title].detail


def test_what_passes_without_solving_is_found() -> None:
    result = checked(msgspec.structs.replace(SOUND, checker=EASY), foreign="print(3)\n")
    assert {(finding.what, finding.tests) for finding in result.findings} == {
        *((what, name) for what in ("empty solution", "solution of another problem") for name in ("full", "demo")),
        *(("stub", name) for name in ("full", "demo")),
        ("wrong solution 1", "full"),
        ("cheating solution 1", "full and demo"),
    }
