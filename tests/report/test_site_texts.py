"""Titles of problems in lists."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchwright
from benchwright.problems import read_problems
from benchwright.report.site.texts import title_of

STARTER = Path(benchwright.__file__).parent / "benchmarks/starter/problems.jsonl"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("javascript/2a3dacdd", "Write a small synchronous test runner, the function: function runTests(declare)"),
        ("shell/d528b17c", "Write a function that finds certain attributes in an Erlang text"),
        ("racket/2187ecef-javascript", "A function: (rewrite-script script)"),
        ("perl/67d06db3-shell", "A subroutine plan_build that tells how TypeScript files are to be built."),
        (
            "go/9ebe3cea",
            "A function that reads the stack trace of a goroutine and gives the calls that are of interest.",
        ),
        (
            "cpp/4159989f",
            "Given the text of a literal and its kind, produce another literal of the same kind. Write this function",
        ),
    ],
)
def test_titles_summarize_real_questions(name: str, title: str) -> None:
    questions = {problem.id: problem.question for problem in read_problems(STARTER, "benchwright")}
    assert title_of(questions[name]) == title


def test_starter_titles_are_more_than_the_language() -> None:
    titles = [title_of(problem.question) for problem in read_problems(STARTER, "benchwright")]
    assert [title for title in titles if title.startswith("Write the solution in")] == []
    assert min(map(len, titles)) > 30


@pytest.mark.parametrize(
    ("question", "entry_point", "title"),
    [
        ("", "", ""),
        ("", "solve", "solve"),
        ("Write the solution in Go.", "", "Write the solution in Go."),
        ("Write the solution in Go. Add two numbers.", "", "Add two numbers."),
        ("```go\nfunc f()\n```\n\nSort a list.", "", "Sort a list."),
        ("## **Task**: Merge *all* of `my_list` in C#.", "", "Merge *all* of my_list in C#."),
        ("Merge ranges.", "merge_intervals", "merge_intervals: Merge ranges."),
        ("Write merge_intervals.", "merge_intervals", "Write merge_intervals."),
        ("Write your code in Python that adds.", "", "Write your code in Python that adds."),
        ("a" * 200, "", "a" * 119 + "…"),
    ],
)
def test_titles(question: str, entry_point: str, title: str) -> None:
    assert title_of(question, entry_point).casefold() == title.casefold()
