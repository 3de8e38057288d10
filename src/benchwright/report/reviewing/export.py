"""Export the reviewed benchmark: rejected problems are dropped, corrected ones are checked again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.check import CheckedProblem, Finding, check_problem
from benchwright.problems import Problem
from benchwright.report.reviewing import Review
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Sandbox

_OF_TESTS = "tests."


def correctable(problem: Problem) -> dict[str, str]:
    """Field that a reviewer may correct → its current text."""
    tests = {f"{_OF_TESTS}{name}": text for name, text in problem.tests.items()}
    return {"question": problem.question, "reference": problem.canonical_solution, **tests}


def check_fields(problem: Problem, corrections: Mapping[str, str]) -> None:
    """Refuse corrections of fields that the problem does not have."""
    known = correctable(problem)
    for field in corrections:
        if field not in known:
            raise UsageError(f"{problem.id} has no field {field!r} to correct", f"choose from {', '.join(known)}")


def apply_corrections(problem: Problem, corrections: Mapping[str, str]) -> Problem:
    """Apply corrections to the problem. Evidence collected for other tests or another reference is dropped."""
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
    """Apply the corrections of all reviewers; if two changed the same text, the later one wins."""
    made = sorted((review for review in reviews if review.decision == "corrected"), key=lambda review: review.at)
    corrections: dict[str, str] = {}
    for review in made:
        corrections |= review.corrections
    changes = [{"reviewer": review.reviewer, "at": review.at, "fields": sorted(review.corrections)} for review in made]
    corrected = apply_corrections(problem, corrections)
    return msgspec.structs.replace(corrected, lineage={**problem.lineage, "review": changes})


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """The reviewed benchmark."""

    problems: tuple[Problem, ...]
    """Remaining problems in order, with corrections applied."""
    rejected: tuple[str, ...]
    """Ids of problems that any reviewer rejected."""
    corrected: tuple[str, ...]
    """Ids of problems that were corrected and are sound."""
    unsound: Mapping[str, str]
    """Id of a corrected problem that was dropped → findings of the check."""
    unchecked: Mapping[str, str]
    """Id of a corrected problem that could not be checked → why."""
    open: int
    """Number of problems without a decision; they are kept."""


async def export_reviewed(sandbox: Sandbox, problems: Mapping[str, Problem], reviews: Iterable[Review]) -> Export:
    """Apply the reviews. A problem that any reviewer rejected is dropped."""
    decided: dict[str, list[Review]] = {}
    for review in reviews:
        if review.decision != "open" and review.problem in problems:
            decided.setdefault(review.problem, []).append(review)
    rejected = {name for name, group in decided.items() if any(review.decision == "rejected" for review in group)}
    changed = {
        name: corrected_problem(problems[name], group)
        for name, group in decided.items()
        if name not in rejected and any(review.decision == "corrected" for review in group)
    }
    checked = await _check(sandbox, list(changed.values()))
    sound = {name for name, result in checked.items() if result.sound}
    kept = [name for name in problems if name not in rejected and (name not in changed or name in sound)]
    return Export(
        problems=tuple(changed.get(name, problems[name]) for name in kept),
        rejected=tuple(name for name in problems if name in rejected),
        corrected=tuple(name for name in problems if name in sound),
        unsound={name: "; ".join(findings(each)) for name, each in checked.items() if findings(each)},
        unchecked={name: each.unscored for name, each in checked.items() if each.unscored},
        open=sum(name not in decided for name in problems),
    )


def findings(result: CheckedProblem) -> tuple[str, ...]:
    """Describe the findings of a check in readable form."""
    defects = (f"{tests} tests: {each.reason}: {each.detail}" for tests, each in result.defects.items())
    found = (f"{each.what} by the {each.tests} tests: {each.detail}" for each in result.findings)
    return (*defects, *found)


async def check_corrected(sandbox: Sandbox, problem: Problem) -> CheckedProblem:
    """Check whether a corrected problem is sound: the reference passes, a stub and other wrong solutions do not, and
    the reference still contains the code given to solvers."""
    reference = problem.canonical_solution
    if reference.startswith(problem.prefix) and reference.endswith(problem.suffix):
        return await check_problem(sandbox, problem)
    finding = Finding(what="reference", tests="full", detail="it changes the code given to the solver")
    return CheckedProblem(id=problem.id, language=problem.language, digest=problem.digest, findings=(finding,))


async def _check(sandbox: Sandbox, problems: list[Problem]) -> dict[str, CheckedProblem]:
    async def one(problem: Problem) -> CheckedProblem:
        return await check_corrected(sandbox, problem)

    results: dict[str, CheckedProblem] = {}
    async for index, result in as_completed(one, problems, window=2 * (os.cpu_count() or 1)):
        results[problems[index].id] = result
    return results
