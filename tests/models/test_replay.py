"""Replaying recorded answers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from benchwright.errors import ModelError, UsageError
from benchwright.models import Answer, ModelOptions, Request, open_model
from tests.models.asking import chat
from tests.models.endpoint import Endpoint, answer, reply_to


def replay(path: Path, *requests: Request) -> list[Answer]:
    async def work() -> list[Answer]:
        model = open_model(f"replay:{path}", ModelOptions())
        return [await model.answer(request) for request in requests]

    return asyncio.run(work())


def record(endpoint: Endpoint, file: Path, *requests: Request, cache: bool = False) -> list[Answer]:
    async def work() -> list[Answer]:
        options = ModelOptions(cache=cache, cache_folder=file.parent, record=file)
        model = open_model(f"openai:tiny@{endpoint.url}", options)
        given = [await model.answer(request) for request in requests]
        await model.aclose()
        return given

    return asyncio.run(work())


def test_recorded_answers_are_replayed(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.always = answer(reasoning_content="hm")
    requests = [chat("a"), chat("b"), chat("a", sample=1), Request(kind="completion", prompt="c")]
    given = record(endpoint, tmp_path / "deep" / "record.jsonl", *requests)
    assert replay(tmp_path / "deep" / "record.jsonl", *reversed(requests)) == list(reversed(given))


def test_a_record_has_key_request_and_answer(endpoint: Endpoint, tmp_path: Path) -> None:
    record(endpoint, tmp_path / "record.jsonl", chat("a"))
    (line,) = map(json.loads, (tmp_path / "record.jsonl").read_text().splitlines())
    assert set(line) == {"key", "request", "answer"}
    assert line["key"] == chat("a").key
    assert line["request"]["messages"] == [{"role": "user", "content": "a"}]
    assert line["answer"]["text"] == "answer to a"


def test_recording_appends_without_duplicates(endpoint: Endpoint, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    for texts in ("ab", "abc"):
        record(endpoint, file, *map(chat, texts), cache=True)
    assert len(file.read_text().splitlines()) == 3
    assert not any(one.cached for one in replay(file, *map(chat, "abc")))


def test_batch_output_can_be_replayed(tmp_path: Path) -> None:
    body = reply_to({"model": "m", "messages": [{"content": "x"}]})
    line = {"custom_id": chat("x").key, "response": {"status_code": 200, "body": body}, "error": None}
    (tmp_path / "output.jsonl").write_text(json.dumps(line))
    assert replay(tmp_path, chat("x"))[0].text == "answer to x"


def test_recorded_answers_are_known_by_their_content(endpoint: Endpoint, tmp_path: Path) -> None:
    record(endpoint, tmp_path / "record.jsonl", chat("a"), chat("b"))
    lines = (tmp_path / "record.jsonl").read_bytes().splitlines(keepends=True)
    for name, content in [("moved", lines), ("changed", lines[:1]), ("turned", lines[::-1])]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "other.jsonl").write_bytes(b"".join(content))

    def identity(path: str) -> str:
        return open_model(f"replay:{tmp_path / path}", ModelOptions()).identity

    assert identity("record.jsonl") == identity("moved") == identity("moved/other.jsonl")
    assert len({identity(path) for path in ("moved", "changed", "turned")}) == 3
    assert str(tmp_path) not in identity("moved")


def test_replayed_answers_are_not_cached(endpoint: Endpoint, tmp_path: Path) -> None:
    record(endpoint, tmp_path / "record.jsonl", chat("a"))
    for _ in range(2):
        assert not replay(tmp_path / "record.jsonl", chat("a"))[0].cached


def test_a_missing_answer_is_named(endpoint: Endpoint, tmp_path: Path) -> None:
    record(endpoint, tmp_path / "record.jsonl", chat("a"))
    with pytest.raises(ModelError, match=chat("b").key):
        replay(tmp_path / "record.jsonl", chat("b"))


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        replay(tmp_path / "none.jsonl", chat())
    with pytest.raises(UsageError, match="no JSONL files"):
        replay(tmp_path, chat())


def test_an_unwritable_record_file(endpoint: Endpoint, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        record(endpoint, tmp_path, chat())
