"""Confirms a pass: the tests run twice more with soft checks, each expected value altered in one of the two runs. A
right solution fails exactly the altered checks, in both."""

from __future__ import annotations

import asyncio
from collections import Counter

import msgspec

from benchwright.judge.checks import find_checks
from benchwright.judge.plan import SoftPlan
from benchwright.judge.question import Question
from benchwright.judge.soft import RANDOM, Draw, Recorded, Recorder, edited, halves, write_soft
from benchwright.judge.verdict import CanaryRun, Verdict
from benchwright.languages import Language
from benchwright.sandbox.protocol import Sandbox

_LIMITS = frozenset({Verdict.TIME_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT})


class Unconfirmed(msgspec.Struct, frozen=True, kw_only=True):
    """Why a pass does not count."""

    verdict: Verdict
    """What it is instead."""
    reason: str
    """Why, in a few words."""
    line: int
    """Line of the check that shows it."""


def fits(language: Language, tests: str, plan: SoftPlan) -> bool:
    """Whether a plan is of these tests as this release reads them: one of another release may count other checks."""
    found = find_checks(language.id, tests, frozenset(plan.names))
    if found is None or found.layout != plan.layout or len(plan.checks) != len(found.checks):
        return False
    numbers = range(len(found.checks))
    return (
        all(plan.checks[number].option < len(found.checks[number].options) for number in numbers)
        and all(0 <= each.row < len(found.rows) for each in plan.rows)
        and all(each.row in numbers and found.checks[each.row].options for each in plan.distant)
    )


def hard_alterations(language: Language, tests: str, plan: SoftPlan, most: int) -> list[tuple[int, str]]:
    """Some of the plan's alterations, each alone in tests with hard checks: its line, and the altered text."""
    found = find_checks(language.id, tests, frozenset(plan.names))
    if found is None:
        return []
    ready = [n for n, check in enumerate(plan.checks) if check.option >= 0]
    altered: list[tuple[int, str]] = []
    for number in RANDOM.sample(ready, len(ready)):
        option = found.checks[number].options[plan.checks[number].option]
        if len(altered) < most and option.kind != "made":
            altered.append((plan.checks[number].line, edited(found.data, option.edits)))
    return altered


async def confirm(
    sandbox: Sandbox, question: Question, language: Language, plan: SoftPlan, solution: str
) -> tuple[list[CanaryRun], Unconfirmed | None] | None:
    """Hold a candidate that passes against both halves. None where its soft tests cannot be run, which says nothing
    about it."""
    found = find_checks(language.id, question.tests, frozenset(plan.names))
    if found is None or language.checks is None:
        return None
    options = {number: check.option for number, check in enumerate(plan.checks) if check.option >= 0}
    soft = [number for number, check in enumerate(plan.checks) if not check.hard]
    draws = _with_distant(plan, halves(options, (row.row for row in plan.rows)))
    options |= {each.row: 0 for each in plan.distant}
    texts = [write_soft(found, language.checks, soft, options, draw.checks | draw.distant, draw.rows) for draw in draws]
    recorder = Recorder(sandbox, question, language, solution)
    recorded = [runs[0] for runs in await asyncio.gather(*map(recorder.record, texts))]
    if any(each.judgement.verdict in _LIMITS for each in recorded):
        # It kept the limits once. A machine that is busy must not cost it the pass.
        recorded = [(await recorder.record(text))[0] for text in texts]
    if any(each.judgement.verdict is Verdict.COMPILE_ERROR for each in recorded):
        return None  # its types do not fit the soft checks, although they fit the hard ones
    runs: list[CanaryRun] = []
    for draw, each in zip(draws, recorded, strict=True):
        doubt = _doubt(plan, draw, each)
        convicted = doubt is not None and doubt.verdict is Verdict.TAMPERED
        lines = sorted(plan.checks[check].line for check in draw.checks)
        line = doubt.line if doubt is not None else (lines[0] if lines else 0)
        runs.append(CanaryRun(line=line, verdict=Verdict.PASSED if convicted else Verdict.WRONG_ANSWER))
        if doubt is not None:
            return runs, doubt
    return runs, None


def _with_distant(plan: SoftPlan, draws: tuple[Draw, Draw]) -> list[Draw]:
    chosen = RANDOM.sample(plan.distant, min(len(plan.distant), len(draws)))
    distant = [frozenset({each.row}) for each in chosen] + [frozenset[int]()] * len(draws)
    return [msgspec.structs.replace(draw, distant=each) for draw, each in zip(draws, distant, strict=False)]


def _doubt(plan: SoftPlan, draw: Draw, recorded: Recorded) -> Unconfirmed | None:
    """Where the candidate does not do as the reference did."""
    if not recorded.judgement.passed:
        line = recorded.line or 0
        return Unconfirmed(verdict=Verdict.TAMPERED, reason=f"soft tests: {recorded.judgement.verdict}", line=line)
    elsewhere: Counter[int] = Counter()
    drawn = [row for row in plan.rows if row.row in draw.rows]
    drawn += [each for each in plan.distant if each.row in draw.distant]
    for each in drawn:
        elsewhere.update(dict(each.fails))
    for number, check in enumerate(plan.checks):
        if check.hard or not check.runs:
            continue
        marks = recorded.events.held.get(number, "")
        if not marks or (check.steady and len(marks) != check.runs):
            reason = f"the check in line {check.line} ran {len(marks)} times, not {check.runs}"
            return Unconfirmed(verdict=Verdict.TAMPERED, reason=reason, line=check.line)
        expected = len(marks) if number in draw.checks else min(len(marks), elsewhere[number])
        failed = marks.count("-")
        if failed < expected:
            reason = f"passes with line {check.line} altered"
            return Unconfirmed(verdict=Verdict.TAMPERED, reason=reason, line=check.line)
        if failed > expected:
            reason = f"the check in line {check.line} fails in a repeat"
            return Unconfirmed(verdict=Verdict.WRONG_ANSWER, reason=reason, line=check.line)
    return None
