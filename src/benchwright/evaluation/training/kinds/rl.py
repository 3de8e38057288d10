"""Tasks for reinforcement learning: a question, and all that it takes to judge whatever is answered."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from benchwright.evaluation.training.decontaminate import Decontamination
from benchwright.evaluation.training.rows import Lineage, Options, Tally
from benchwright.evaluation.training.sources import Group, question
from benchwright.judging.solution import test_sets
from benchwright.judging.verifier import Verifier, verifier_of
from benchwright.models import Message

SAMPLES = "no"
HINT = "it takes problems with tests and without defects; see `benchwright check`"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One task."""

    prompt: tuple[Message, ...]
    """System and user message."""
    problem: str
    """The problem's id."""
    language: str
    """Language id."""
    difficulty: str
    """easy, medium or hard; empty where unknown."""
    verifier: Verifier
    """What judges an answer. It holds private tests and the reference: a policy must not read it."""
    lineage: Lineage
    """Where it comes from."""


def rows(group: Group, options: Options, decontamination: Decontamination, tally: Tally) -> Iterator[Row]:
    """The task of a problem that can judge."""
    problem = group.problem
    if group.defect:
        tally.leave_out(group.defect)
    elif not test_sets(problem):
        tally.leave_out("without tests")
    elif hit := decontamination.of_problem(problem):
        tally.contaminated(hit.benchmark, hit.reason)
    else:
        plan = group.plan
        yield Row(
            prompt=question(group.sources[0], problem),
            problem=problem.id,
            language=problem.language,
            difficulty=problem.difficulty,
            verifier=verifier_of(problem, plan),
            lineage=group.lineage(plan),
        )
