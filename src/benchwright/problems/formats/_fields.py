"""What a format requires of a problem to write it, and ids that contain the language."""

from __future__ import annotations

from benchwright.errors import UsageError
from benchwright.problems.problem import Case, Problem
from benchwright.problems.rows import language_id


def full_tests(problem: Problem) -> str:
    """Return the text of the full tests."""
    text = problem.tests.get("full", "")
    if not text.strip():
        raise UsageError("tests are missing: there is no test set `full`", "use a format for problems with cases")
    return text


def full_cases(problem: Problem) -> tuple[Case, ...]:
    """Return the full cases; they alone decide the verdict."""
    cases = problem.cases.get("full", ())
    if not cases:
        raise UsageError("cases are missing: the problem is not judged by a program's output", "use another format")
    for number, case in enumerate(cases, start=1):
        if case.args:
            raise UsageError(f"args of case {number} do not fit: the format has only inputs", "use another format")
    return cases


def reference(problem: Problem) -> str:
    """Return the reference, which must not be empty."""
    return present("canonical_solution", problem.canonical_solution)


def completion(problem: Problem) -> str:
    """Return the part of the reference after the prefix."""
    prefix = present("prefix", problem.prefix)
    if not reference(problem).startswith(prefix):
        raise UsageError("canonical_solution does not start with prefix", "use a format that stores the two separately")
    return problem.canonical_solution[len(prefix) :]


def present(field: str, value: str) -> str:
    """Return the value, which must not be empty."""
    if not value.strip():
        raise UsageError(f"{field} is missing", f"add {field}, or use another format")
    return value


def only(problem: Problem, language: str) -> None:
    """Reject problems in other languages."""
    if problem.language != language:
        raise UsageError(
            f"language is {problem.language!r}; the format supports only {language}", "filter with --languages"
        )


def task_language(task_id: str) -> str:
    """Return the language before the last slash of the id."""
    name = task_id.rpartition("/")[0]
    if not name:
        raise UsageError(f"task_id {task_id!r} does not name a language", "use the form CPP/1")
    return language_id(name)


def task_id_of(problem: Problem) -> str:
    """Return the problem's id, which must name its language."""
    if language_id(problem.id.rpartition("/")[0]) != problem.language:
        raise UsageError(f"id {problem.id!r} does not name the language {problem.language}", "use the form CPP/1")
    return problem.id
