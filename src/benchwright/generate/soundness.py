"""Proves that a problem's tests are sound, as `benchwright check` does."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.errors import SandboxError
from benchwright.generate.flag import Dropped
from benchwright.judge.calibrate import describe
from benchwright.judge.check import check_problem
from benchwright.judge.circumstances import circumstances
from benchwright.judge.plan import TestPlan
from benchwright.judge.question import Question
from benchwright.judge.stub import stub_for
from benchwright.judge.tests import judge_often
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


async def checked(sandbox: Sandbox, problem: Problem, reruns: int) -> Checked:
    """What was proven; Dropped with the reason if something was found."""
    # Calibration has seen the reference pass, and fail where a value was changed: what is left is to see it pass again.
    found = await check_problem(sandbox, problem, repeat=0)
    if found.unscored:
        raise SandboxError(found.unscored)
    for name, defect in found.defects.items():
        raise Dropped(defect.reason, f"{name} tests: {defect.detail}")
    for finding in found.findings:
        raise Dropped(f"{finding.what} passes", f"{finding.tests} tests: {finding.detail}")
    await _again(sandbox, problem, found.plans, reruns)
    return Checked(plans=found.plans, reruns=reruns, refused=_refused(problem))


async def _again(sandbox: Sandbox, problem: Problem, plans: Mapping[str, TestPlan], reruns: int) -> None:
    """The reference passes from a fresh interpreter, whatever the time zone, the locale and the hash seeds are."""
    for name, plan in plans.items():
        question = Question(
            language=problem.language,
            tests=problem.tests[name],
            plan=plan,
            environment=problem.environment,
            fresh=True,
        )
        for judgement in await judge_often(sandbox, question, problem.canonical_solution, circumstances(reruns)):
            if not judgement.passed:
                raise Dropped("flaky", f"{name} tests: {describe(judgement)}")


def _refused(problem: Problem) -> tuple[str, ...]:
    return ("empty solution", "stub") if stub_for(problem) else ("empty solution",)
