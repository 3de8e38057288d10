"""Proves that a problem's tests are sound, as `benchwright check` does."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.errors import SandboxError
from benchwright.generate.flag import Dropped
from benchwright.judge.check import CheckedProblem, check_problem
from benchwright.judge.plan import TestPlan
from benchwright.judge.stub import stub_of
from benchwright.languages import find_language
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What running the reference has shown."""

    plans: Mapping[str, TestPlan]
    """Test set → its plan."""
    reruns: int
    """How often the reference passed each test set, from a fresh interpreter each time."""
    refused: tuple[str, ...]
    """What both test sets refused: an empty solution, a stub."""
    toolchain: str
    """What it ran with."""


async def checked(sandbox: Sandbox, problem: Problem, reruns: int) -> Checked:
    """What was proven; Dropped with the reason if something was found."""
    found = await check_problem(sandbox, problem, repeat=reruns, fresh=True)
    if found.unscored:
        raise SandboxError(found.unscored)
    for name, defect in found.defects.items():
        raise Dropped(defect.reason, f"{name} tests: {defect.detail}")
    for finding in found.findings:
        reason = "flaky" if finding.what == "reference" else f"{finding.what} passes"
        raise Dropped(reason, f"{finding.tests} tests: {finding.detail}")
    return Checked(plans=found.plans, reruns=reruns, refused=_refused(problem), toolchain=_toolchain(found))


def _refused(problem: Problem) -> tuple[str, ...]:
    stub = stub_of(find_language(problem.language), problem.canonical_solution)
    return ("empty solution", "stub") if stub else ("empty solution",)


def _toolchain(found: CheckedProblem) -> str:
    return next((plan.toolchain for plan in found.plans.values()), "")
