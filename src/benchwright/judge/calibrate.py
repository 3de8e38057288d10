"""Calibrates a TestPlan by running the reference: it must pass with proof, and fail where a value was changed."""

from __future__ import annotations

import asyncio

import msgspec

from benchwright.judge.canary import find_sites, mutate, spread
from benchwright.judge.plan import CanarySite, Defect, TestPlan, tests_digest
from benchwright.judge.tests import Question, check_question, run_joined
from benchwright.judge.verdict import Judgement, Verdict
from benchwright.languages import Language
from benchwright.languages.join import Joined, clean, join
from benchwright.sandbox.protocol import Sandbox

WANTED_SITES = 4
"""How many valid sites a plan holds."""
_TRIED_SITES = 12
_AT_ONCE = 4


async def calibrate(sandbox: Sandbox, question: Question, reference: str) -> TestPlan | Defect:
    """The plan of the question's tests, or what is wrong with them."""
    question = msgspec.structs.replace(question, plan=None)
    language = check_question(question)
    joined = join(language, reference, question.tests)
    judgement = await run_joined(sandbox, question, language, joined)
    if not judgement.passed:
        return Defect(reason="reference fails", detail=describe(judgement))
    sites = await _valid_sites(sandbox, question, language, reference)
    if not sites:
        return Defect(reason="nothing can fail", detail="no changed value made the reference fail")
    return _plan(language, question, joined, judgement, sites)


def describe(judgement: Judgement) -> str:
    """A judgement in one line."""
    where = f" at line {judgement.place.line} of the {judgement.place.part}" if judgement.place else ""
    why = f" ({judgement.reason})" if judgement.reason else ""
    said = f": {judgement.message}" if judgement.message else ""
    return f"{judgement.verdict}{why}{where}{said}"


def _plan(
    language: Language, question: Question, joined: Joined, judgement: Judgement, sites: list[CanarySite]
) -> TestPlan:
    passed = tuple(sorted(test.name for test in judgement.tests if test.status == "passed"))
    skipped = sum(test.status == "skipped" for test in judgement.tests)
    return TestPlan(
        language=language.id,
        entry=joined.entry,
        framework=joined.framework,
        completions=len(passed) or 1,
        skipped=skipped,
        tests=passed,
        sites=tuple(sites),
        silent=joined.silent,
        toolchain=judgement.execution.toolchain,
        digest=tests_digest(clean(question.tests)),
    )


async def _valid_sites(
    sandbox: Sandbox, question: Question, language: Language, reference: str
) -> list[CanarySite]:
    """Try the likeliest sites, some at once, until enough are found."""
    candidates = spread(find_sites(language, question.tests), _TRIED_SITES)
    valid: list[CanarySite] = []
    while candidates and len(valid) < WANTED_SITES:
        batch, candidates = candidates[:_AT_ONCE], candidates[_AT_ONCE:]
        results = await asyncio.gather(*(_fails(sandbox, question, language, reference, site) for site in batch))
        valid += [site for site, fails in zip(batch, results, strict=True) if fails]
    return valid[:WANTED_SITES]


async def _fails(
    sandbox: Sandbox, question: Question, language: Language, reference: str, site: CanarySite
) -> bool:
    """Whether the changed value makes a check of the tests fail, rather than the build or the solution."""
    joined = join(language, reference, mutate(question.tests, site))
    judgement = await run_joined(sandbox, question, language, joined)
    in_tests = judgement.place is None or judgement.place.part == "tests"
    return judgement.verdict is Verdict.WRONG_ANSWER and in_tests
