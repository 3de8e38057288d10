"""Ids that name the language, as in CPP/1."""

from __future__ import annotations

from benchwright.errors import UsageError
from benchwright.problems.problem import Problem
from benchwright.problems.rows import language_id


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
