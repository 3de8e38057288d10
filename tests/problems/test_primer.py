"""The bundled benchmark matches its card."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import benchwright
from benchwright.problems import read_problems

PRIMER = Path(benchwright.__file__).parent / "benchmarks" / "primer"


def test_languages_and_difficulties_are_those_of_the_card() -> None:
    problems = list(read_problems(PRIMER / "problems.jsonl"))
    assert Counter(problem.language for problem in problems) == {
        "python": 8,
        "javascript": 3,
        "shell": 3,
        "c": 3,
        "cpp": 3,
        "perl": 2,
        "ruby": 1,
        "lua": 1,
    }
    assert Counter(problem.difficulty for problem in problems) == {"easy": 8, "medium": 10, "hard": 6}


def test_each_problem_has_a_unique_name_examples_and_wrong_solutions() -> None:
    problems = list(read_problems(PRIMER / "problems.jsonl"))
    assert len({problem.id for problem in problems}) == len(problems)
    assert [problem.id for problem in problems if "\n\nExamples:\n\n- " not in problem.question] == []
    assert [problem.id for problem in problems if len(set(problem.wrong_solutions)) != 2] == []
    assert [problem.id for problem in problems if problem.canonical_solution in problem.wrong_solutions] == []
