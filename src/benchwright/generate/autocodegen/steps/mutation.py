"""Run the full tests on small wrong variants of the reference, to measure how weak they are."""

from __future__ import annotations

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.autocodegen.draft import Draft, Mutation
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.record import Dropped
from benchwright.generate.work import Work
from benchwright.judging.mutation import Mutant, find_mutants, measure_mutation, proposed_mutants
from benchwright.judging.question import Question
from benchwright.languages import find_language

_TOLD = 12
"""Maximum number of survivors to record."""


async def measure(work: Work[Settings], draft: Draft) -> tuple[Mutation, tuple[str, ...]]:
    """Return what the full tests detect, and which proposed solutions they reject."""
    mutants = [
        *find_mutants(find_language(draft.language), draft.solution, work.settings.mutants),
        *proposed_mutants(draft.bugs),
    ]
    plan = draft.checked.plans.get("full") if draft.checked else None
    question = Question(language=draft.language, tests=draft.full_tests, plan=plan)
    try:
        score = await measure_mutation(work.sandbox, question, draft.solution, mutants)
    except UsageError as error:  # it passed before
        raise Dropped("flaky", str(error)) from None
    fates = list(zip(mutants, score.fates, strict=True))
    proposed = [(mutant.text, fate) for mutant, fate in fates if mutant.operator == "proposed"]
    mutation = Mutation(
        tried=score.tried,
        killed=score.killed,
        invalid=score.invalid,
        survivors=tuple(_description(draft.bugs, mutant) for mutant in score.survivors[:_TOLD]),
        proposed=sum(fate != "invalid" for _, fate in proposed),
    )
    return mutation, tuple(bug for bug, fate in proposed if fate == "killed")


def is_weak(work: Work[Settings], draft: Draft) -> bool:
    """Whether too few mistakes are detected; False if none could be tried."""
    share = draft.mutation.share if draft.mutation else None
    return share is not None and share < work.settings.weak_below


def _description(bugs: tuple[str, ...], mutant: Mutant) -> str:
    if mutant.operator == "proposed":
        return f"proposed mistake {bugs.index(mutant.text) + 1}"
    return f"line {mutant.line}: {mutant.before} → {mutant.after}"


ORDER = 50
READS = ("solution", "full_tests", "checked", "bugs", "language")
WRITES = ("mutation", "wrong")


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Measure only; the next step acts on the result."""
    mutation, wrong = await measure(work, draft)
    return msgspec.structs.replace(draft, mutation=mutation, wrong=wrong)
