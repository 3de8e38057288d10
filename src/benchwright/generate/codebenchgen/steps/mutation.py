"""Run both test sets on small wrong variants of the target."""

from __future__ import annotations

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.codebenchgen.draft import BOTH, Draft, Noticed
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import installed
from benchwright.generate.record import Dropped
from benchwright.generate.work import Work
from benchwright.judging.mutation import Fate, Mutant, find_mutants, measure_mutation
from benchwright.judging.question import Question
from benchwright.languages import find_language

ORDER = 70
READS = ("code", "tests", "extra_tests", "requirements", "environment", "checked", "seed", "language")
WRITES = ("mutation",)

_TOLD = 12
"""Maximum number of survivors to record."""


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Count what each author's tests detect, and both together."""
    await installed(work, draft.language, draft.requirements)
    mutants = find_mutants(find_language(draft.language), draft.code, work.settings.mutants, within=draft.body_lines)
    fates = {name: await _fates(work, draft, name, mutants) for name in draft.problem.tests}
    noticed = {name: _noticed(mutants, each) for name, each in fates.items()}
    noticed[BOTH] = _noticed(mutants, [_either(each) for each in zip(*fates.values(), strict=True)])
    share = noticed[BOTH].share
    if share is not None and share < work.settings.weak_below:
        both = noticed[BOTH]
        missed = "; ".join(both.survivors[:3])
        work.flag("weak tests", f"they notice {both.killed} of {both.tried} mistakes, not: {missed}")
    return msgspec.structs.replace(draft, mutation=noticed)


async def _fates(work: Work[Settings], draft: Draft, name: str, mutants: list[Mutant]) -> tuple[Fate, ...]:
    plan = draft.checked.plans.get(name) if draft.checked else None
    tests = draft.problem.tests[name]
    question = Question(language=draft.language, tests=tests, plan=plan, environment=draft.environment)
    try:
        return (await measure_mutation(work.sandbox, question, draft.code, mutants)).fates
    except UsageError as error:  # it passed before
        raise Dropped("flaky", str(error)) from None


def _either(fates: tuple[Fate, ...]) -> Fate:
    if "killed" in fates:
        return "killed"
    return "survived" if "survived" in fates else "invalid"


def _noticed(mutants: list[Mutant], fates: list[Fate] | tuple[Fate, ...]) -> Noticed:
    survivors = [mutant for mutant, fate in zip(mutants, fates, strict=True) if fate == "survived"]
    return Noticed(
        tried=len(fates) - list(fates).count("invalid"),
        killed=list(fates).count("killed"),
        survivors=tuple(f"line {each.line}: {each.before} → {each.after}" for each in survivors[:_TOLD]),
    )
