"""Texts made to take long: what the service does with them itself must not keep all other requests waiting."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from benchwright.languages import find_language
from benchwright.server.ending_tokens import without_ending
from benchwright.server.foreign.packages import environment_of

_LENGTH = 40_000
_MOST_S = 2.0
"""Of processor time. Linear ways need a few hundredths of it, quadratic ones many times as much."""


def in_time(work: Callable[[], object]) -> None:
    start = time.process_time()
    work()
    assert time.process_time() - start < _MOST_S


@pytest.mark.parametrize("text", ["\n", " ", "\t\n", "import ", "import\n", "from numpy#", "\f"], ids=repr)
def test_looking_for_imports(text: str) -> None:
    python = find_language("python")
    in_time(lambda: environment_of(python, text * (_LENGTH // len(text))))


@pytest.mark.parametrize("text", [" ", "\n", "<|", "|>", "</s> ", "<|a|>\n", "<eos", " <|"], ids=repr)
def test_taking_off_the_tokens_that_end_a_turn(text: str) -> None:
    in_time(lambda: without_ending(text * (_LENGTH // len(text)) + "x"))
    in_time(lambda: without_ending("x" + text * (_LENGTH // len(text))))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a <eos>", "a"),
        ("a\n</s> <|im_end|>\n", "a"),
        ("a <|im_end|> b ", "a <|im_end|> b "),
        ("a <|x<|end|>", "a <|x"),
        ("a <||>", "a <||>"),
        (" \n", " \n"),
        ("</s>", ""),
    ],
)
def test_what_is_kept(text: str, kept: str) -> None:
    assert without_ending(text) == kept
