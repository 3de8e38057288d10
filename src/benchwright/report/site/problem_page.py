"""`problems/NUMBER`: one problem with every answer."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.problems import Case, Problem
from benchwright.report.site.problem_records import Answer, ProblemCase, ProblemDetails
from benchwright.report.site.texts import cut

_MOST_CASES = 100
"""Of one test set."""
_MOST_CASE_CHARACTERS = 16_000
"""Of one input or output."""


def problem_details(
    problem: Problem, answers: Iterable[Answer], solved: float | None, correlation: float | None
) -> ProblemDetails:
    """The record of its page."""
    return ProblemDetails(
        id=problem.id,
        language=problem.language,
        question=problem.question,
        reference=problem.canonical_solution,
        tests=problem.tests,
        cases={name: tuple(map(_case, cases[:_MOST_CASES])) for name, cases in problem.cases.items()},
        prefix=problem.prefix,
        suffix=problem.suffix,
        entry_point=problem.entry_point,
        difficulty=problem.difficulty,
        tags=problem.tags,
        libraries=problem.libraries,
        environment=problem.environment or "",
        lineage=problem.lineage,
        evidence=problem.evidence,
        solved=solved,
        correlation=correlation,
        answers=tuple(answers),
    )


def _case(case: Case) -> ProblemCase:
    return ProblemCase(
        stdin=cut(case.stdin, _MOST_CASE_CHARACTERS),
        stdout=cut(case.stdout, _MOST_CASE_CHARACTERS),
        args=case.args,
    )
