"""Tasks for reinforcement learning: a question, and everything needed to judge any answer to it."""

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
HINT = "rl needs problems with tests and without defects; run `benchwright check`"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One task for reinforcement learning."""

    prompt: tuple[Message, ...]
    """System message, if there is one, and user message."""
    problem: str
    """Id of the problem."""
    language: str
    """Id of the problem's language."""
    difficulty: str
    """One of easy, medium, hard; empty if unknown."""
    verifier: Verifier
    """What judges an answer. Contains private tests and the reference: a policy must not read it."""
    lineage: Lineage
    """Where the task comes from."""


def rows(group: Group, options: Options, decontamination: Decontamination, tally: Tally) -> Iterator[Row]:
    """Yield the task of a problem that can judge answers."""
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
