"""Judges a solution by tests: join, run with a nonce, decide; a pass can be held against canaries."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.judge.canary import mutate
from benchwright.judge.plan import CanarySite, TestPlan
from benchwright.judge.question import Question, check_question, run_joined, run_often
from benchwright.judge.sites import noticed_sites
from benchwright.judge.verdict import CanaryRun, Judgement, Verdict
from benchwright.languages import Language
from benchwright.languages.join import join
from benchwright.sandbox.protocol import Sandbox


async def judge_tests(sandbox: Sandbox, question: Question, solution: str, *, canary: bool = False) -> Judgement:
    """The verdict of a solution. Our own failures are raised after a few attempts; they are nobody's verdict."""
    language = check_question(question)
    judgement = await run_joined(sandbox, question, language, join(language, solution, question.tests))
    if not canary or not judgement.passed:
        return judgement
    if question.plan is None:
        return await _without_plan(sandbox, question, language, solution, judgement)
    return await _with_plan(sandbox, question, question.plan, language, solution, judgement)


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
    runs: list[CanaryRun] = []
    for site in _shuffled(plan):
        joined = join(language, solution, mutate(question.tests, site))
        changed = await run_joined(sandbox, question, language, joined)
        runs.append(CanaryRun(line=site.line, verdict=changed.verdict))
        if changed.passed:
            reason = f"passes with line {site.line} made to fail"
            return msgspec.structs.replace(judgement, verdict=Verdict.TAMPERED, reason=reason, canary=tuple(runs))
    return msgspec.structs.replace(judgement, canary=tuple(runs))


async def _without_plan(
    sandbox: Sandbox, question: Question, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """Nobody knows at which sites a right solution fails. If this one fails at none, then the tests prove nothing about
    it, be it their fault or its own."""
    sites = await noticed_sites(sandbox, question, language, solution)
    runs = tuple(CanaryRun(line=site.line, verdict=Verdict.WRONG_ANSWER) for site in sites)
    if runs:
        return msgspec.structs.replace(judgement, canary=runs)
    return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason="nothing_can_fail")


def _shuffled(plan: TestPlan) -> list[CanarySite]:
    """All of them, as a cheat may be aimed at one test alone, in an order that no candidate can foresee."""
    sites = list(plan.sites)
    secrets.SystemRandom().shuffle(sites)
    return sites
