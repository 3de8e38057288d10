"""Lone surrogates can come from every kind of model, and are replaced right away."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import ModelError
from benchwright.models import Answer, ModelOptions, open_model
from benchwright.models.layers import decode_line, encodable
from tests.models.asking import chat
from tests.models.endpoint import Endpoint, answer, reply_to, status

HALF = "cut \ud83d"
WHOLE = "cut \ufffd"


def ask(spec: str, **options: object) -> Answer:
    async def work() -> Answer:
        model = open_model(spec, ModelOptions(**options))  # type: ignore[arg-type]
        try:
            return await model.answer(chat("a"))
        finally:
            await model.aclose()

    return asyncio.run(work())


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("plain ü 😀", "plain ü 😀"),
        ("\ud83d", "\ufffd"),
        ("a\ude00\ud83db", "a\ufffd\ufffdb"),
        ("\ud83d\ude00", "😀"),
        ("\ufeff\udcff", "\ufeff\ufffd"),
    ],
)
def test_encodable(text: str, clean: str) -> None:
    assert encodable(text) == clean


def test_an_endpoints_answer_is_cached_and_recorded(endpoint: Endpoint, tmp_path: Path) -> None:
    """It is paid for once; the second time it comes from the cache."""
    endpoint.always = answer(content=HALF, reasoning_content=HALF)
    spec, record = f"openai:tiny@{endpoint.url}", tmp_path / "record.jsonl"
    given = [ask(spec, cache_folder=tmp_path, record=record) for _ in range(2)]
    assert [(one.text, one.reasoning, one.cached) for one in given] == [(WHOLE, WHOLE, False), (WHOLE, WHOLE, True)]
    assert len(endpoint.bodies) == 1
    assert ask(f"replay:{record}").text == WHOLE


def test_an_endpoints_failure_can_be_encoded(endpoint: Endpoint) -> None:
    endpoint.always = status(500, HALF)
    with pytest.raises(ModelError, match=WHOLE) as caught:
        ask(f"openai:tiny@{endpoint.url}", cache=False, retries=0)
    str(caught.value).encode()


def test_a_functions_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_halves.py").write_text(f"def half(prompt): return {HALF!a}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    assert ask("python:my_halves:half").text == WHOLE


def test_files_of_answers(tmp_path: Path) -> None:
    """The surrogate is escaped, as batch services write it; the lines around it are read normally."""
    lines = []
    for text, content in [("b", "whole"), ("a", HALF)]:
        body = reply_to({"model": "m", "messages": [{"content": text}]}, content=content)
        lines.append({"custom_id": chat(text).key, "response": {"status_code": 200, "body": body}, "error": None})
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert b"\\ud83d" in (tmp_path / "answers.jsonl").read_bytes()
    assert ask("batch:m", batch_folder=tmp_path).text == WHOLE
    assert ask(f"replay:{tmp_path}").text == WHOLE


@pytest.mark.parametrize("line", [b'{"a": "\\ud83d', b'{"a": 1', b'"\\ud83d" 1'])
def test_lines_that_are_not_json(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_line(line)
