"""Texts crafted to parse slowly must not block other requests."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from benchwright.judging.extract.answer import extract_answer
from benchwright.languages import find_language
from benchwright.languages.join import join
from benchwright.problems import Problem
from benchwright.sandbox.environment import choose_environment
from benchwright.server.apis.openrlhf import without_ending
from benchwright.server.call import InvalidRequest
from benchwright.server.trial import check_parse_time
from tests.sandbox.leftovers import descendants
from tests.server.foreign import ask

_LENGTH = 40_000
_MOST_S = 2.0
"""Limit on CPU seconds. Linear algorithms take a few hundredths, quadratic ones many times more."""


def in_time(work: Callable[[], object]) -> None:
    start = time.process_time()
    work()
    assert time.process_time() - start < _MOST_S


@pytest.mark.parametrize("text", ["\n", " ", "\t\n", "import ", "import\n", "from numpy#", "\f"], ids=repr)
def test_finding_imports(text: str) -> None:
    python = find_language("python")
    in_time(lambda: choose_environment(None, python, {"main.py": (text * (_LENGTH // len(text))).encode()}))


@pytest.mark.parametrize("text", ["\n", " ", "import\n"], ids=repr)
def test_running(text: str) -> None:
    """Everything that happens to a program on its way into the sandbox."""
    body = {"language": "python", "code": text * (_LENGTH // len(text))}
    in_time(lambda: ask("/run_code", body))


@pytest.mark.parametrize("text", [" ", "\n", "<|", "|>", "</s> ", "<|a|>\n", "<eos", " <|"], ids=repr)
def test_end_of_turn_tokens_are_removed(text: str) -> None:
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
def test_text_before_the_ending_is_kept(text: str, kept: str) -> None:
    assert without_ending(text) == kept


@pytest.mark.parametrize("language", ["javascript", "typescript", "php", "groovy", "perl", "r", "ruby"])
def test_joining_empty_lines(language: str) -> None:
    in_time(lambda: join(find_language(language), "\n" * _LENGTH, "\n" * _LENGTH))


@pytest.mark.parametrize("text", [" ", "\n", "- ", "```\n"], ids=repr)
def test_long_answers_are_parsed_in_time(text: str) -> None:
    problem = Problem(id="", language="python", question="", canonical_solution="", tests={"full": "assert f() == 1"})
    in_time(lambda: extract_answer(problem, "x" + text * (_LENGTH // len(text)) + "x", "answer"))


def test_parsing_is_tried_in_a_killable_process() -> None:
    def endless() -> None:
        while True:
            pass

    def raises() -> None:
        raise ValueError

    async def main() -> None:
        text = "x" * _LENGTH
        await check_parse_time(raises, text)  # the caller sees the exception when it repeats the work
        await check_parse_time(endless, "short")
        with pytest.raises(InvalidRequest, match="too long to parse"):
            await check_parse_time(endless, text)

    before = len(descendants(os.getpid()))
    asyncio.run(main())
    assert len(descendants(os.getpid())) == before


SLOW = "/*" * (_LENGTH // 2)
"""A text that Kotlin's grammar takes seconds to parse."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/v1/judge", {"language": "kotlin", "solution": SLOW, "tests": "check(true)"}, 422),
        ("/v1/judge", {"language": "kotlin", "answer": f"```kotlin\n{SLOW}\n```", "tests": "check(true)"}, 422),
        ("/submit", {"src_uid": "1", "lang": "kotlin", "func_code": SLOW, "main_code": "check(true)"}, 200),
        ("/splice_code", {"src_uid": "1", "lang": "kotlin", "func_code": SLOW, "main_code": "check(true)"}, 200),
        ("/run_code", {"language": "kotlin_script", "code": SLOW}, 422),
    ],
)
def test_texts_that_take_too_long_to_parse_are_rejected(path: str, body: dict[str, Any], status: int) -> None:
    """The service itself spends no time on them either."""
    start = time.process_time()
    (answer,) = ask(path, body)
    assert (answer.status_code, "too long to parse" in answer.text) == (status, True)
    assert time.process_time() - start < _MOST_S
