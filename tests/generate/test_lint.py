"""Faults of a question."""

from __future__ import annotations

import msgspec
import pytest

from benchwright.generate.lint import example_section, lint_question, numbers_in
from benchwright.generate.record import Flag
from benchwright.problems import Problem, read_problems

QUESTION = """Write a Python function `free_days(busy, last)` that
gives the days from 1 to `last` on which nobody is busy,
as a list in ascending order. `busy` is a list of days in any order.

Examples:

- `free_days([2, 37], 39)` returns a list of 37 days that ends with 39
- `free_days(["no day"], 3)` raises `ValueError("no day: no day")`
"""
SOLUTION = '''import math


def free_days(busy, last):
    """
    gives the days from 1 to `last` on which nobody is busy,
    as a list in ascending order. `busy` is a list of days in any order.
    """
    taken = set(busy)  # requested often
    for day in taken:
        if not isinstance(day, int):
            raise ValueError(f"no day: {day}")
    return [day for day in range(1, last + 1) if day not in taken]
'''
DEMO = """assert len(free_days([2, 37], 39)) == 37
assert free_days([2, 37], 39)[-1] == 39
try:
    free_days(["no day"], 3)
except ValueError as error:
    assert str(error) == "no day: no day"
"""
FULL = (
    DEMO + 'assert math.isclose(len(free_days([], 8765)), 8765)\nassert free_days([], 0) == []\nfree_days(["Friday"])\n'
)
SCATTERED = """First

    taken = set(busy)

then for all of them `if not isinstance(day, int):`, as in

    if not isinstance(day, int):

and last

    return [day for day in range(1, last + 1)  if day not in taken]
"""
GOOD = Problem(
    id="a",
    language="python",
    question=QUESTION,
    canonical_solution=SOLUTION,
    tests={"full": FULL, "demo": DEMO},
)


def _flags(question: str, **changes: object) -> list[tuple[str, str]]:
    flags = lint_question(msgspec.structs.replace(GOOD, question=question, **changes))
    return [(flag.rule, flag.detail) for flag in flags]


def test_a_good_question() -> None:
    assert lint_question(GOOD) == ()


def test_the_bundled_problems_are_sound() -> None:
    flags = {problem.id: lint_question(problem) for problem in read_problems("builtin:primer")}
    count = "the demo tests expect 2, count at line 5, and the question does not show it"
    assert {name: found for name, found in flags.items() if found} == {
        "primer/perl/query-string": (Flag(rule="examples", detail=count),)
    }


def test_names() -> None:
    found = _flags(QUESTION.replace("free_days", "days"))
    assert ("names", "the question does not name free_days") in found
    assert _flags(QUESTION.replace("free_days", "free_days2"))[0][0] == "names"


def test_a_name_in_the_surrounding_code_counts_as_mentioned() -> None:
    question = QUESTION.replace("`free_days(busy, last)`", "").replace("free_days", "days")
    prefix = "def free_days(busy, last):\n"
    assert "names" not in dict(_flags(question, prefix=prefix))


@pytest.mark.parametrize(
    "leak",
    [
        SOLUTION,
        "\n".join(SOLUTION.splitlines()[8:12]),
        SCATTERED,
    ],
)
def test_a_leaked_solution(leak: str) -> None:
    assert [rule for rule, _ in _flags(f"{QUESTION}\n```python\n{leak}\n```\n")] == ["leak"]


def test_signatures_comments_and_single_lines_are_not_leaks() -> None:
    shown = "\n".join((*SOLUTION.splitlines()[3:8], "for day in taken:"))
    assert _flags(f"{QUESTION}\n```python\n{shown}\n```\n") == []


def test_the_only_line_of_a_solution_is_a_leak() -> None:
    solution = "def free_days(busy, last):\n    return sorted(set(range(1, last + 1)) - set(busy))\n"
    assert _flags(QUESTION, canonical_solution=solution) == []
    found = _flags(f"{QUESTION}\n    return sorted(set(range(1, last + 1)) - set(busy))\n", canonical_solution=solution)
    assert found == [("leak", "1 of 1 distinctive lines of the solution are in the question")]


def test_an_example_that_differs_from_the_demo_tests() -> None:
    wrong = QUESTION.replace("a list of 37 days", "a list of 36 days").replace("2, 37", "2, 36")
    assert _flags(wrong) == [
        ("examples", "the demo tests expect 37 at line 1, and the question does not show it"),
    ]
    other = QUESTION.replace("no day: no day", "none")
    assert [rule for rule, _ in _flags(other)] == ["examples"]


def test_no_examples_at_all() -> None:
    assert [rule for rule, _ in _flags(QUESTION.partition("Examples")[0])] == ["no_examples"]
    assert _flags(QUESTION.partition("Examples")[0], tests={"full": FULL}) == []


def test_an_example_taken_from_the_private_tests() -> None:
    assert _flags(f"{QUESTION}- `len(free_days([], 8765))` is 8_765\n") == [
        ("private", "the examples have 8765.0, which only the private tests have")
    ]
    assert _flags(f"{QUESTION}- `free_days(['Friday'], 1)` raises\n") == [
        ("private", "the examples have 'Friday', which only the private tests have")
    ]
    assert _flags(f"Days are at most 8765, never 'Friday'.\n{QUESTION}- `free_days(['Friday'], 8765)` raises\n") == []


@pytest.mark.parametrize(
    ("language", "said", "not_said"),
    [
        ("python", "Write in Python", "Write in Pythonic style"),
        ("shell", "Write a bash function", "Write it in a nutshell"),
        ("r", "In R, write", "Write our function"),
        ("c", "Write a C function", "Write a C++ function"),
        ("cpp", "Write a C++ class", "Write a C class"),
    ],
)
def test_the_language_is_shown(language: str, said: str, not_said: str) -> None:
    for text, rules in ((said, []), (not_said, ["language"])):
        problem = Problem(id="a", language=language, question=text + " ." * 80, canonical_solution="")
        assert [flag.rule for flag in lint_question(problem)] == rules


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("Hint: sort first.", True),
        ("**Hint**: sort first.", True),
        ("Use dynamic programming to solve it.", True),
        ("It can be solved with a sliding window.", True),
        ("You might want to use a set.", True),
        ("Do not use recursion.", False),
        ("The tree is a binary search tree.", False),
        ("You can use the class from several threads.", False),
        ("The player can start anywhere.", False),
    ],
)
def test_hints(text: str, flagged: bool) -> None:
    assert [rule for rule, _ in _flags(f"{text}\n{QUESTION}")] == (["hints"] if flagged else [])


def test_an_empty_question() -> None:
    assert "empty" in dict(_flags("Write a Python function `free_days`."))


def test_an_unknown_language_is_flagged() -> None:
    assert _flags(QUESTION, language="none") == [("language", "none is not a known language")]


@pytest.mark.parametrize("text", ["1e-6", "0.000001", "1E-06", "-1e-6"])
def test_spellings_of_a_number(text: str) -> None:
    assert numbers_in(f"at most ({text}).") == {1e-6}


@pytest.mark.parametrize(
    ("expected", "shown", "flagged"),
    [
        ('"a\\tb"', "'a\\tb'", False),
        ('"say \\"yes\\""', '`say "yes"`', False),
        ('"one\\ntwo"', "\n```\none\ntwo\n```\n", False),
        ("12_345", "12345", False),
        ("0x1F", "31", False),
        ("0.3333333333", "about 0.33333", False),
        ('"12-34"', "['12', '34']", False),
        ('"yesterday"', "'tomorrow'", True),
        ("12_345", "12346", True),
        ("0.3333333333", "0.34", True),
        ('"12-34"', "['34', '12']", True),
    ],
)
def test_spellings_of_an_expected_value(expected: str, shown: str, flagged: bool) -> None:
    question = f"{QUESTION}- `free_days([], 0)` returns {shown}\n"
    found = _flags(question, tests={"demo": f"{DEMO}assert free_days([], 0) == {expected}\n"})
    assert [rule for rule, _ in found] == (["examples"] if flagged else [])


def test_truncated_and_invalid_texts_are_read() -> None:
    for problem in read_problems("builtin:primer"):
        for share in (0.0, 0.37, 0.71):
            cut = {name: tests[: int(share * len(tests))] for name, tests in problem.tests.items()}
            solution = problem.canonical_solution[: int(share * len(problem.canonical_solution))]
            changed = msgspec.structs.replace(
                problem, question=f"{problem.question}\ud800\0", canonical_solution=f"{solution}\udc80\ud800", tests=cut
            )
            assert {flag.rule for flag in lint_question(changed)} <= {"examples", "names", "private", "leak"}


def test_finding_the_example_section() -> None:
    assert example_section("Do it.\n\n## Examples\n\nf(1)\n\n## Notes\n\nend") == "## Examples\n\nf(1)\n\n"
    assert example_section("Do it.\n>>> f(1)\n2") == ">>> f(1)\n2"
    assert example_section("Do it, for example twice.") == ""
