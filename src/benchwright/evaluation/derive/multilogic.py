"""The problems that ask for several functions or classes."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.judging.extract import defined_by, names_of_tests
from benchwright.languages import find_language
from benchwright.problems import Problem


def multilogic(problems: Sequence[Problem], least: int = 2) -> list[Problem]:
    """Return the problems whose tests use at least `least` of the functions and classes that the reference defines."""
    return [problem for problem in problems if len(required_names(problem)) >= least]


def required_names(problem: Problem) -> frozenset[str]:
    """Return the names a solution must define: used by the tests and defined by the reference, one for each part of
    it."""
    language = find_language(problem.language)
    used = frozenset[str]().union(*(names_of_tests(language, tests) for tests in problem.tests.values()))
    solution = problem.canonical_solution
    parts = (names & used for names in defined_by(language, solution))
    return frozenset(min(names, key=solution.find) for names in parts if names)
