"""Calibrates a TestPlan by running the reference: it must pass with proof, and fail where a value was changed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec

from benchwright.judge.canary import TIERS, Candidate, find_candidates, mutate, spread
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


async def _valid_sites(sandbox: Sandbox, question: Question, language: Language, reference: str) -> list[CanarySite]:
    """The valid sites of the first tier that has any."""
    candidates = find_candidates(language, question.tests, reference)
    for tier in TIERS:
        chosen = {each.site: each for each in candidates if each.tier == tier}
        if sites := await _try(sandbox, question, language, reference, chosen):
            return sites
    return []


async def _try(
    sandbox: Sandbox, question: Question, language: Language, reference: str, chosen: Mapping[CanarySite, Candidate]
) -> list[CanarySite]:
    """Try some at once until enough are found. Those that fail at their own check come first; in an idiom that has
    none, as values stand in a table or a helper of the tests makes the check, any failing check will do."""
    queue = spread(chosen, _TRIED_SITES)
    exact: list[CanarySite] = []
    loose: list[CanarySite] = []
    while queue and len(exact) < WANTED_SITES:
        batch, queue = queue[:_AT_ONCE], queue[_AT_ONCE:]
        trials = (_failing_line(sandbox, question, language, reference, site) for site in batch)
        for site, line in zip(batch, await asyncio.gather(*trials), strict=True):
            if line is not None:
                (exact if site.line <= line <= chosen[site].last_line else loose).append(site)
    told = {site.idiom for site in exact}
    return spread([*exact, *(site for site in loose if site.idiom not in told)], WANTED_SITES)


async def _failing_line(
    sandbox: Sandbox, question: Question, language: Language, reference: str, site: CanarySite
) -> int | None:
    """The line of the tests whose check fails when the value is changed; the site's own where nobody can tell. None:
    no check of the tests failed."""
    joined = join(language, reference, mutate(question.tests, site))
    judgement = await run_joined(sandbox, question, language, joined)
    place = judgement.place
    if judgement.verdict is not Verdict.WRONG_ANSWER or (place is not None and place.part != "tests"):
        return None
    return place.line if place is not None else site.line
