"""What counts as the same text or code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics.overlap import OverlapIndex

QUESTION = "Write a function that takes a list of whole numbers and returns the sum of those that are even."
CODE = """
def total(values):
    result = 0
    for value in values:
        if value % 2 == 0:
            result += value
    return result
"""


def index() -> OverlapIndex:
    """Of one question and one code."""
    made = OverlapIndex()
    made.add_text(QUESTION)
    made.add_code(CODE)
    return made


@pytest.mark.parametrize(
    ("text", "shared"),
    [
        (QUESTION, True),
        (f"Please help me! {QUESTION.upper()} Thank you.", True),
        ("a function, that takes a list of *whole* numbers and returns the sum", True),  # 13 words
        ("a function that takes a list of whole numbers and returns the total", False),  # 12 of them
        ("that are even", False),
        ("", False),
    ],
)
def test_thirteen_words_in_a_row_are_shared(text: str, shared: bool) -> None:
    assert index().shares_words(text) is shared


def test_a_short_text_is_only_found_whole() -> None:
    short = OverlapIndex()
    short.add_text("Add two numbers.")
    assert short.shares_words("add two numbers")
    assert not short.shares_words("add two numbers quickly")
    assert not short.shares_words("add two")


@pytest.mark.parametrize(
    ("code", "likeness"),
    [
        (CODE, "equal"),
        (CODE.replace("    ", "\t").replace("result = 0", "result=0"), "equal"),
        (CODE + "\nprint(1)\n", "near"),
        (CODE.replace("result", "total_so_far"), ""),
        ("def total(values):\n    return sum(v for v in values if v % 2 == 0)\n", ""),
        (" \n", ""),
    ],
)
def test_codes(code: str, likeness: str) -> None:
    assert index().likeness(code) == likeness


def test_an_empty_index_finds_nothing() -> None:
    empty = OverlapIndex()
    empty.add_text("")
    empty.add_code("\n")
    assert not empty.shares_words("")
    assert not empty.shares_words(QUESTION)
    assert empty.likeness(CODE) == ""
    assert empty.likeness("") == ""


@given(st.lists(st.text("abc ", min_size=1, max_size=60), min_size=1, max_size=5))
def test_by_its_definition(texts: list[str]) -> None:
    """Two texts share words if and only if a run of the first is a run of the second."""
    made = OverlapIndex(words=3)
    made.add_text(texts[0])
    for text in texts:
        first, second = runs(texts[0]), runs(text)
        assert made.shares_words(text) == bool(first & second)


def runs(text: str) -> set[tuple[str, ...]]:
    """Of three words, or all if there are fewer."""
    words = text.split()
    return {tuple(words[start : start + 3]) for start in range(max(1, len(words) - 2))} - {()}


def test_hashes_do_not_depend_on_the_process() -> None:
    """As the hash() of texts does."""
    program = "from benchwright.metrics.overlap import _hash; print(_hash(['one', 'two']))"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
