"""What a format needs of a problem before it can be written, and ids that name the language."""

from __future__ import annotations

from benchwright.errors import UsageError
from benchwright.problems.problem import Case, Problem
from benchwright.problems.rows import language_id


def full_tests(problem: Problem) -> str:
    """The text of the full tests."""
    text = problem.tests.get("full", "")
    if not text.strip():
        raise UsageError("tests are missing: there is no test set `full`", "the format holds tests as text")
    return text


def full_cases(problem: Problem) -> tuple[Case, ...]:
    """The full cases, which are all that decides."""
    cases = problem.cases.get("full", ())
    if not cases:
        raise UsageError(
            "cases are missing: the problem is not judged by what a program prints", "choose another format"
        )
    for number, case in enumerate(cases, start=1):
        if case.args:
            raise UsageError(
                f"args of case {number} cannot be held: the format has inputs alone", "choose another format"
            )
    return cases


def reference(problem: Problem) -> str:
    """The reference."""
    return present("canonical_solution", problem.canonical_solution)


def completion(problem: Problem) -> str:
    """What the reference has after the prefix."""
    prefix = present("prefix", problem.prefix)
    if not reference(problem).startswith(prefix):
        raise UsageError(
            "canonical_solution does not begin with prefix", "the format holds the two one after the other"
        )
    return problem.canonical_solution[len(prefix) :]


def present(field: str, value: str) -> str:
    """The value, which must not be empty."""
    if not value.strip():
        raise UsageError(f"{field} is missing", "the format needs it")
    return value


def only(problem: Problem, language: str) -> None:
    """Refuse other languages."""
    if problem.language != language:
        raise UsageError(
            f"language is {problem.language!r}; the format has {language} alone", "narrow with --languages"
        )


def task_language(task_id: str) -> str:
    """The language that stands before the last slash."""
    name = task_id.rpartition("/")[0]
    if not name:
        raise UsageError(f"task_id {task_id!r} names no language", "it has the form CPP/1")
    return language_id(name)


def task_id_of(problem: Problem) -> str:
    """The problem's id, if it names the problem's language."""
    if language_id(problem.id.rpartition("/")[0]) != problem.language:
        raise UsageError(f"id {problem.id!r} does not name the language {problem.language}", "it needs the form CPP/1")
    return problem.id
