"""From a judgement to a number."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from benchwright.errors import UsageError
from benchwright.judge import Verdict
from benchwright.judge.solution import ProblemPlan, SetJudgement, SolutionJudgement

Mode = Literal["binary", "fraction"]
"""1 for a pass and else 0; or the share of tests that passed."""


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """What a completion earned."""

    value: float | None
    """From 0 to 1. None: unscored, which says nothing about the completion."""
    verdict: str = ""
    """The verdict behind it; empty where there is none."""
    why: str = ""
    """The verdict's reason, or why it is unscored."""


def check_mode(name: str) -> Mode:
    """The mode of this name."""
    known: dict[str, Mode] = {mode: mode for mode in get_args(Mode)}
    if name not in known:
        raise UsageError(f"no reward mode {name!r}", f"choose from {', '.join(known)}")
    return known[name]


def reward_of(judgement: SolutionJudgement, plan: ProblemPlan, mode: Mode) -> Reward:
    """The number that a judgement amounts to."""
    value = float(judgement.passed)
    if mode == "fraction" and not judgement.passed:
        value = _fraction(judgement, plan)
    return Reward(value=value, verdict=judgement.verdict.value, why=judgement.reason)


def _fraction(judgement: SolutionJudgement, plan: ProblemPlan) -> float:
    """Of the tests of all sets; a set whose tests cannot be told apart is one test. Only a pass is worth 1, and who
    tampered with one set has earned nothing by the others."""
    if any(each.verdict is Verdict.TAMPERED for each in judgement.sets.values()):
        return 0.0
    counts = [_count(each, name, plan) for name, each in judgement.sets.items()]
    return sum(passed for passed, _ in counts) / sum(total for _, total in counts)


def _count(result: SetJudgement, name: str, plan: ProblemPlan) -> tuple[int, int]:
    """How many tests of a set passed, and how many there are: tests that never began count as well."""
    planned = plan.plans[name].completions if name in plan.plans else 0
    total = max(len(result.tests), planned, 1)
    if result.verdict is Verdict.PASSED:
        return total, total
    passed = sum(1 for test in result.tests if test.status == "passed")
    return min(passed, total - 1), total
