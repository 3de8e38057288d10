"""Judges a solution by tests: join, run with a nonce, decide; a pass can be held against canaries."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.errors import UsageError
from benchwright.judge.canary import mutate
from benchwright.judge.confirm import confirm, fits, hard_alterations
from benchwright.judge.plan import CanarySite, SoftPlan, TestPlan
from benchwright.judge.question import Question, check_question, run_joined, run_often
from benchwright.judge.sites import noticed_sites
from benchwright.judge.survey import survey, unnoticed_line
from benchwright.judge.verdict import CanaryRun, Judgement, Place, Verdict
from benchwright.languages import Language
from benchwright.languages.join import join
from benchwright.sandbox.protocol import Sandbox

_MOST_SAMPLES = 3


async def judge_tests(sandbox: Sandbox, question: Question, solution: str, *, canary: bool = False) -> Judgement:
    """The verdict of a solution. Our own failures are raised after a few attempts; they are nobody's verdict."""
    language = check_question(question)
    judgement = await run_joined(sandbox, question, language, join(language, solution, question.tests))
    if not judgement.passed:
        return judgement
    plan = question.plan
    if not canary:
        return msgspec.structs.replace(judgement, evidence="completion")
    if plan is None:
        return await _without_plan(sandbox, question, language, solution, judgement)
    if plan.soft is not None and plan.soft.alterable:
        return await _with_soft_plan(sandbox, question, plan.soft, language, solution, judgement)
    return await _with_plan(sandbox, question, plan, language, solution, judgement)


async def _with_soft_plan(
    sandbox: Sandbox, question: Question, plan: SoftPlan, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """Both halves of the alterations must fail, and nothing else; where soft tests cannot run, some, one at a time."""
    if not fits(language, question.tests, plan):
        raise UsageError("the plan was made by another release", "calibrate again with the reference solution")
    confirmed = await confirm(sandbox, question, language, plan, solution)
    if confirmed is None:
        texts = hard_alterations(language, question.tests, plan, _MOST_SAMPLES)
        return await _sampled(sandbox, question, language, solution, judgement, texts)
    runs, doubt = confirmed
    if doubt is not None:
        place = Place(part="tests", line=doubt.line) if doubt.line else None
        return msgspec.structs.replace(
            judgement, verdict=doubt.verdict, reason=doubt.reason, place=place, canary=tuple(runs)
        )
    return msgspec.structs.replace(judgement, canary=tuple(runs), evidence="full")


async def judge_often(
    sandbox: Sandbox, question: Question, solution: str, circumstances: Sequence[Mapping[str, str]]
) -> list[Judgement]:
    """The verdicts of a solution that is built once and run under each of the circumstances (environment variables)."""
    language = check_question(question)
    joined = join(language, solution, question.tests)
    return await run_often(sandbox, question, language, joined, circumstances)


async def _with_plan(
    sandbox: Sandbox, question: Question, plan: TestPlan, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """The reference fails at each of these sites, so whoever passes there has not been tested."""
    texts = [(site.line, mutate(question.tests, site)) for site in _shuffled(plan)]
    return await _sampled(sandbox, question, language, solution, judgement, texts)


async def _sampled(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    solution: str,
    judgement: Judgement,
    texts: Sequence[tuple[int, str]],
) -> Judgement:
    """Altered texts, each with the line of its alteration, that nothing right can pass."""
    question = msgspec.structs.replace(question, plan=None)
    runs: list[CanaryRun] = []
    for line, text in texts:
        changed = await run_joined(sandbox, question, language, join(language, solution, text))
        runs.append(CanaryRun(line=line, verdict=changed.verdict))
        if changed.passed:
            reason = f"passes with line {line} altered"
            return msgspec.structs.replace(judgement, verdict=Verdict.TAMPERED, reason=reason, canary=tuple(runs))
    return msgspec.structs.replace(judgement, canary=tuple(runs), evidence="sampled" if runs else "completion")


async def _without_plan(
    sandbox: Sandbox, question: Question, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """Nobody knows at which sites a right solution fails. If this one fails at none, then the tests prove nothing about
    it, be it their fault or its own."""
    soft = await survey(sandbox, question, language, solution)
    if soft is not None and (soft.alterable or soft.idle):
        return _by_itself(language, question, soft, judgement)
    sites = await noticed_sites(sandbox, question, language, solution)
    runs = tuple(CanaryRun(line=site.line, verdict=Verdict.WRONG_ANSWER) for site in sites)
    if runs:
        return msgspec.structs.replace(judgement, canary=runs, evidence="sampled")
    return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason="nothing_can_fail")


def _by_itself(language: Language, question: Question, soft: SoftPlan, judgement: Judgement) -> Judgement:
    """What a candidate's own survey says: it must have run checks, and noticed each literal that was altered."""
    lines = tuple(check.line for check in soft.checks if check.option >= 0)
    runs = tuple(CanaryRun(line=line, verdict=Verdict.WRONG_ANSWER) for line in lines)
    if soft.idle:
        return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason="no_checks")
    if (line := unnoticed_line(language, question.tests, soft)) is not None:
        told = (*runs, CanaryRun(line=line, verdict=Verdict.PASSED))
        reason = f"passes with line {line} altered"
        return msgspec.structs.replace(judgement, verdict=Verdict.TAMPERED, reason=reason, canary=told)
    return msgspec.structs.replace(judgement, canary=runs, evidence="sampled")


def _shuffled(plan: TestPlan) -> list[CanarySite]:
    """All of them, as a cheat may be aimed at one test alone, in an order that no candidate can foresee."""
    sites = list(plan.sites)
    secrets.SystemRandom().shuffle(sites)
    return sites
