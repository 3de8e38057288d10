"""Measures references: whole, and the target alone."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.functions import body_of, find_function
from benchwright.metrics.complexity import Complexity, measure_complexity
from benchwright.problems import Problem


def reference_complexity(problem: Problem) -> Complexity | None:
    """Of context and target together; None where there is no reference, or it cannot be counted."""
    if not problem.canonical_solution.strip():
        return None
    return measure_complexity(problem.language, problem.canonical_solution)


def target_complexity(problem: Problem) -> Complexity | None:
    """Of what is asked for: the reference between prefix and suffix, with the imports of the file that it uses."""
    text = target_text(problem)
    if not text.strip():
        return None
    return measure_complexity(problem.language, text, imports_of=problem.canonical_solution)


def target_text(problem: Problem) -> str:
    """What the reference has between prefix and suffix, or in the body of the function that is asked for; empty if the
    problem has none of these, or the reference is not made of them."""
    prefix, suffix, whole = problem.prefix, problem.suffix, problem.canonical_solution
    if not (prefix or suffix):
        return _body(problem)
    if not (whole.startswith(prefix) and whole.endswith(suffix)):
        return ""
    if len(whole) <= len(prefix) + len(suffix):
        return ""
    return whole[len(prefix) : len(whole) - len(suffix)]


def _body(problem: Problem) -> str:
    if not problem.entry_point:
        return ""
    function = find_function(find_language(problem.language), problem.canonical_solution, problem.entry_point)
    return body_of(problem.canonical_solution, function) if function else ""
