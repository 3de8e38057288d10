"""Run the tests; failures are sent back for repair, a few times, with everything the sandbox observed."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.rules import assertions_in, read_repair
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import Trial, tried
from benchwright.generate.estimate import Ask
from benchwright.generate.packages import can_install
from benchwright.generate.record import Dropped
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 30
READS = ("code", "tests", "requirements", "seed", "language")
WRITES = ("code", "tests", "requirements", "lock", "environment", "first_passed", "rounds")
PROMPTS = ("debug",)
ASKS = (Ask(prompt="debug", reads=4500, writes=1500, times=lambda settings: 0.5 if settings.rounds else 0),)
"""About half of the examples need one repair: less than half pass at first, according to the published funnel."""


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Run and repair until the tests pass or the rounds are used up."""
    for number in range(work.settings.rounds + 1):
        trial = await tried(work, draft)
        if not trial.fault:
            return msgspec.structs.replace(
                draft, lock=trial.lock, environment=trial.environment, first_passed=number == 0, rounds=number
            )
        if number < work.settings.rounds:
            draft = await _repaired(work, draft, trial)
    detail = " ".join(trial.fault.split())[:300]
    raise Dropped(f"not repaired: {trial.kind}", detail)


async def _repaired(work: Work[Settings], draft: Draft, trial: Trial) -> Draft:
    """Run one repair round. An answer that lost tests or code is sent back once; after that the round is lost, and the
    next one starts from the previous state."""
    language, settings = find_language(draft.language), work.settings
    before = (draft.code, draft.tests, draft.requirements)
    least = assertions_in(language, draft.tests, draft.code)
    try:
        code, tests, requirements = await work.ask(
            "model",
            "debug",
            lambda answer: read_repair(settings, language, draft.seed, before, least, answer),
            draft=draft,
            told=trial.fault,
            told_assertions=least,
            packages=work.packages is not None and can_install(language.id),
            settings=settings,
            language=language,
        )
    except Dropped:
        return draft
    return msgspec.structs.replace(draft, code=code, tests=tests, requirements=requirements)
