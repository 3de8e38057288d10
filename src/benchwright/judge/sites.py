"""Tries canary sites with a solution that passes, to see which of them it notices."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from benchwright.judge.canary import TIERS, Candidate, find_candidates, mutate, spread
from benchwright.judge.plan import CanarySite
from benchwright.judge.question import Question, run_joined
from benchwright.judge.verdict import Verdict
from benchwright.languages import Language
from benchwright.languages.join import join
from benchwright.sandbox.protocol import Sandbox

WANTED_SITES = 6
"""How many valid sites a plan holds at most."""
_TRIED_SITES = 12


async def valid_sites(
    sandbox: Sandbox, question: Question, language: Language, solution: str, *, wanted: int = WANTED_SITES
) -> list[CanarySite]:
    """Where this solution fails once a value of the tests is changed. Each function of the tests has sites of its own,
    of the first tier that gives it any: a cheat may be aimed at one test alone. At most `wanted` of them; with fewer
    than the default, the search stops as soon as they are found."""
    candidates = find_candidates(language, question.tests, solution)
    sites: list[CanarySite] = []
    covered: set[int] = set()
    for tier in TIERS:
        if len(sites) >= wanted < WANTED_SITES:
            break
        chosen = {each.site: each for each in candidates if each.tier == tier and each.region not in covered}
        found = await _try(sandbox, question, language, solution, chosen, wanted)
        covered |= {chosen[site].region for site in found}
        sites += found
    return spread(sites, wanted)


async def noticed_sites(sandbox: Sandbox, question: Question, language: Language, solution: str) -> list[CanarySite]:
    """The same for a solution that nobody vouches for: where the tests have values that are for certain expected ones,
    it must notice a change of one of those. One that equals everything would still notice a comparison turned round."""
    candidates = find_candidates(language, question.tests, solution)
    plain = {each.site: each for each in candidates if each.plain}
    if plain:
        return await _try(sandbox, question, language, solution, plain, WANTED_SITES)
    return await valid_sites(sandbox, question, language, solution)


async def _try(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    solution: str,
    chosen: Mapping[CanarySite, Candidate],
    wanted: int,
) -> list[CanarySite]:
    """Try some at once until enough are found. Those that fail at their own check come first; in an idiom that has
    none, as values stand in a table or a helper of the tests makes the check, any failing check will do."""
    queue = spread(chosen, _TRIED_SITES, lambda site: (chosen[site].region, site.idiom))
    exact: list[CanarySite] = []
    loose: list[CanarySite] = []
    while queue and (missing := wanted - len(exact)) > 0:
        batch, queue = queue[:missing], queue[missing:]
        trials = (_failing_line(sandbox, question, language, solution, site) for site in batch)
        for site, line in zip(batch, await asyncio.gather(*trials), strict=True):
            if line is not None:
                (exact if site.line <= line <= chosen[site].last_line else loose).append(site)
    told = {site.idiom for site in exact}
    return [*exact, *(site for site in loose if site.idiom not in told)]


async def _failing_line(
    sandbox: Sandbox, question: Question, language: Language, solution: str, site: CanarySite
) -> int | None:
    """The line of the tests whose check fails when the value is changed; the site's own where nobody can tell. None:
    no check of the tests failed."""
    joined = join(language, solution, mutate(question.tests, site))
    judgement = await run_joined(sandbox, question, language, joined)
    place = judgement.place
    if judgement.verdict is not Verdict.WRONG_ANSWER or (place is not None and place.part != "tests"):
        return None
    return place.line if place is not None else site.line
