"""The problems that ask for several functions or classes at once."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.judging.extract import defined_by, names_of_tests
from benchwright.languages import find_language
from benchwright.problems import Problem


def multilogic(problems: Sequence[Problem], least: int = 2) -> list[Problem]:
    """Those whose tests use at least so many of the names that the reference gives to functions and classes."""
    return [problem for problem in problems if len(required_names(problem)) >= least]


def required_names(problem: Problem) -> frozenset[str]:
    """What a solution must define: named by the tests, defined by the reference; one name for each part of it."""
    language = find_language(problem.language)
    used = frozenset[str]().union(*(names_of_tests(language, tests) for tests in problem.tests.values()))
    solution = problem.canonical_solution
    parts = (names & used for names in defined_by(language, solution))
    return frozenset(min(names, key=solution.find) for names in parts if names)
