"""The public and the private part of a benchmark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.problems import Case, Checker, Problem
from benchwright.problems.split import join_parts, join_private, split_public

TEXTS = st.text(max_size=8)
CASES = st.builds(Case, stdin=TEXTS, stdout=TEXTS, args=st.lists(TEXTS, max_size=2).map(tuple))
SETS = st.sampled_from(["full", "demo", "augmented", ""])
PROBLEMS = st.builds(
    Problem,
    id=st.text(min_size=1),
    language=st.sampled_from(["python", "cpp"]),
    question=TEXTS,
    canonical_solution=TEXTS,
    tests=st.dictionaries(SETS, TEXTS),
    cases=st.dictionaries(SETS, st.lists(CASES, max_size=2).map(tuple)),
    checker=st.builds(
        Checker, kind=st.sampled_from(["exact", "program"]), tolerance=st.sampled_from([0.0, 0.5]), source=TEXTS
    ),
    prefix=TEXTS,
    entry_point=TEXTS,
    tags=st.lists(TEXTS, max_size=2).map(tuple),
    environment=st.none() | TEXTS,
    wrong_solutions=st.lists(TEXTS, max_size=2).map(tuple),
    hack_solutions=st.lists(TEXTS, max_size=2).map(tuple),
)
WHOLE = Problem(
    id="a",
    language="python",
    question="Double it.",
    canonical_solution="def double(n): return n + n",
    tests={"full": "assert double(21) == 42", "demo": "assert double(1) == 2"},
    cases={"full": (Case(stdin="secret", stdout="x"),), "demo": (Case(stdin="1", stdout="2"),)},
    checker=Checker(kind="program", language="python", source="the secret checker"),
    difficulty="easy",
    tags=("numbers",),
    wrong_solutions=("a secret mistake",),
    hack_solutions=("a secret trick",),
)


@given(PROBLEMS)
def test_both_parts_together_are_the_problem(problem: Problem) -> None:
    public, private = split_public(problem)
    assert join_private(public, json.loads(json.dumps(private))) == problem


def test_the_public_part_has_only_what_a_solver_may_see() -> None:
    public, private = split_public(WHOLE)
    assert public == Problem(
        id="a",
        language="python",
        question="Double it.",
        canonical_solution="",
        tests={"demo": "assert double(1) == 2"},
        cases={"demo": (Case(stdin="1", stdout="2"),)},
        difficulty="easy",
        tags=("numbers",),
    )
    assert private.keys() == {
        "id", "canonical_solution", "tests", "cases", "checker", "wrong_solutions", "hack_solutions"
    }  # fmt: skip
    assert "demo" not in private["tests"].keys() | private["cases"].keys()


def _write(file: Path, *rows: Any) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_parts_in_files(tmp_path: Path) -> None:
    other = Problem(id="b", language="python", question="?", canonical_solution="")
    parts = [split_public(problem) for problem in (WHOLE, other)]
    file = _write(tmp_path / "private.jsonl", *(row for _, row in reversed(parts)))
    assert join_parts([public for public, _ in parts], file) == [WHOLE, other]


def test_mismatched_parts(tmp_path: Path) -> None:
    public, row = split_public(WHOLE)
    file = tmp_path / "private.jsonl"
    for rows, problem, message in (
        ([], public, r"private\.jsonl has no row for the problem 'a'"),
        ([row, {"id": "b"}], public, r"private\.jsonl:2: the public part has no problem 'b'"),
        ([row, row], public, r"private\.jsonl:2: duplicate id 'a'"),
        ([row], WHOLE, r"private\.jsonl:1: the problem 'a' is already complete"),
        ([row | {"question": "?"}], public, r"private\.jsonl:1: .*unknown field `question`"),
        ([row | {"tests": {"demo": ""}}], public, r"private\.jsonl:1: the problem 'a' is already complete"),
    ):
        with pytest.raises(UsageError, match=message):
            join_parts([problem], _write(file, *rows))


def test_evidence_is_private() -> None:
    problem = Problem(
        id="a", language="python", question="?", canonical_solution="x", evidence={"survivors": ["line 1: x"]}
    )
    public, private = split_public(problem)
    assert public.evidence == {}
    assert join_private(public, private) == problem
