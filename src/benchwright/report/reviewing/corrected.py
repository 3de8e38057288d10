"""Problems as reviewers would have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from benchwright.errors import UsageError
from benchwright.problems import Problem
from benchwright.report.review import Review

_OF_TESTS = "tests."


def correctable(problem: Problem) -> dict[str, str]:
    """Field that a reviewer may correct → its text now."""
    tests = {f"{_OF_TESTS}{name}": text for name, text in problem.tests.items()}
    return {"question": problem.question, "reference": problem.canonical_solution, **tests}


def check_fields(problem: Problem, corrections: Mapping[str, str]) -> None:
    """Refuse corrections of what the problem does not have."""
    known = correctable(problem)
    for field in corrections:
        if field not in known:
            raise UsageError(f"{problem.id} has no {field!r} to correct", f"it has {', '.join(known)}")


def apply_corrections(problem: Problem, corrections: Mapping[str, str]) -> Problem:
    """The problem with these texts in place of its own. What was proven of other tests or another reference is left
    out."""
    check_fields(problem, corrections)
    now = correctable(problem)
    changed = {field: text for field, text in corrections.items() if text != now[field]}
    tests = {name: changed.get(f"{_OF_TESTS}{name}", text) for name, text in problem.tests.items()}
    return msgspec.structs.replace(
        problem,
        question=changed.get("question", problem.question),
        canonical_solution=changed.get("reference", problem.canonical_solution),
        tests=tests,
        evidence=problem.evidence if changed.keys() <= {"question"} else {},
    )


def corrected_problem(problem: Problem, reviews: Iterable[Review]) -> Problem:
    """With the corrections of all who corrected it; where two changed the same text, the later word counts."""
    made = sorted((review for review in reviews if review.decision == "corrected"), key=lambda review: review.at)
    corrections: dict[str, str] = {}
    for review in made:
        corrections |= review.corrections
    told = [{"reviewer": review.reviewer, "at": review.at, "fields": sorted(review.corrections)} for review in made]
    corrected = apply_corrections(problem, corrections)
    return msgspec.structs.replace(corrected, lineage={**problem.lineage, "review": told})
