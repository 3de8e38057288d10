"""Batch models: requests go to a file, and answers come from other files."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import AnswerPending, ModelError, UsageError
from benchwright.models import Answer, ModelOptions, Request, open_model
from tests.models.asking import chat
from tests.models.endpoint import reply_to


def ask(folder: Path, *requests: Request, model: str = "batch:tiny", **options: Any) -> list[Any]:
    """Ask for answers; returns them, or the exceptions in their place."""

    async def work() -> list[Any]:
        opened = open_model(model, ModelOptions(batch_folder=folder, **options))
        try:
            return list(await asyncio.gather(*(opened.answer(one) for one in requests), return_exceptions=True))
        finally:
            await opened.aclose()

    return asyncio.run(work())


def written(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "requests.jsonl").read_text().splitlines()]


def write_answers(folder: Path, name: str, *lines: dict[str, Any]) -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))


def good(line: dict[str, Any]) -> dict[str, Any]:
    """A batch service's answer to a request line."""
    response = {"status_code": 200, "request_id": "r", "body": reply_to(line["body"])}
    return {"id": "b", "custom_id": line["custom_id"], "response": response, "error": None}


def test_round_trip(tmp_path: Path) -> None:
    requests = [chat(f"question {number}", seed=number) for number in range(3)]
    assert {type(one) for one in ask(tmp_path, *requests)} == {AnswerPending}
    lines = written(tmp_path)
    assert [line["custom_id"] for line in lines] == [request.key for request in requests]
    assert lines[1] == {
        "custom_id": requests[1].key,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {
            "model": "tiny",
            "messages": [{"role": "user", "content": "question 1"}],
            "max_tokens": 2048,
            "temperature": 0.0,
            "seed": 1,
        },
    }
    write_answers(tmp_path, "answers.jsonl", *map(good, reversed(lines)))
    given = ask(tmp_path, *requests)
    assert [one.text for one in given] == ["answer to question 0", "answer to question 1", "answer to question 2"]
    assert given[0].completion_tokens == 5
    assert sorted(file.name for file in tmp_path.iterdir()) == ["answers.jsonl"]


def test_answered_requests_are_not_rewritten(tmp_path: Path) -> None:
    requests = [chat("a"), chat("b"), Request(kind="completion", prompt="c")]
    ask(tmp_path, *requests)
    lines = written(tmp_path)
    assert lines[2]["url"] == "/v1/completions"
    write_answers(tmp_path, "answers-1.jsonl", good(lines[0]))
    given = ask(tmp_path, *requests)
    assert [type(one) for one in given] == [Answer, AnswerPending, AnswerPending]
    assert [line["custom_id"] for line in written(tmp_path)] == [request.key for request in requests[1:]]
    write_answers(tmp_path, "answers-2.jsonl", *map(good, lines[1:]))
    assert [type(one) for one in ask(tmp_path, *requests)] == [Answer] * 3


def test_the_same_request_is_written_once(tmp_path: Path) -> None:
    ask(tmp_path, chat(), chat(), chat())
    assert len(written(tmp_path)) == 1


def test_flush_replaces_files_atomically(tmp_path: Path) -> None:
    async def work() -> list[int]:
        model = open_model("batch:tiny", ModelOptions(batch_folder=tmp_path / "new"))
        lengths = []
        for text in ("a", "b"):
            with pytest.raises(AnswerPending):
                await model.answer(chat(text))
            await model.flush()
            lengths.append(len(written(tmp_path / "new")))
        await model.flush()
        await model.aclose()
        return lengths

    assert asyncio.run(work()) == [1, 2]
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["requests.jsonl"]


def test_a_partial_file_is_never_visible(tmp_path: Path) -> None:
    """Until it is flushed, the file contains the complete requests of the previous run."""
    ask(tmp_path, chat("before"))
    before = written(tmp_path)

    async def work() -> None:
        model = open_model("batch:tiny", ModelOptions(batch_folder=tmp_path))
        with pytest.raises(AnswerPending):
            await model.answer(chat("now"))
        assert written(tmp_path) == before
        await model.aclose()

    asyncio.run(work())
    assert [line["body"]["messages"][0]["content"] for line in written(tmp_path)] == ["now", "before"]


def test_a_run_without_requests_keeps_the_request_file(tmp_path: Path) -> None:
    """Such a run was refused or had nothing to do. This holds even if the answers have arrived."""
    ask(tmp_path, chat("a"))
    before = (tmp_path / "requests.jsonl").read_bytes()
    ask(tmp_path)
    assert (tmp_path / "requests.jsonl").read_bytes() == before
    write_answers(tmp_path, "answers.jsonl", *map(good, written(tmp_path)))
    ask(tmp_path)
    assert (tmp_path / "requests.jsonl").read_bytes() == before


def test_an_interrupted_run_loses_no_request(tmp_path: Path) -> None:
    """It reaches one of four requests; of the others, one has been answered and one has failed."""
    ask(tmp_path, *map(chat, "abcd"))
    lines = written(tmp_path)
    failed = {"custom_id": chat("c").key, "response": None, "error": {"message": "expired"}}
    write_answers(tmp_path, "answers.jsonl", good(lines[1]), failed)
    ask(tmp_path, chat("d"))
    assert written(tmp_path) == [lines[3], lines[0], lines[2]]


def test_a_run_without_requests_keeps_the_unanswered_ones(tmp_path: Path) -> None:
    ask(tmp_path, *map(chat, "ab"))
    lines = written(tmp_path)
    write_answers(tmp_path, "answers.jsonl", good(lines[0]))
    assert ask(tmp_path, chat("a"))[0].text == "answer to a"
    assert written(tmp_path) == lines[1:]
    write_answers(tmp_path, "answers-2.jsonl", good(lines[1]))
    ask(tmp_path, chat("a"))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["answers-2.jsonl", "answers.jsonl"]


def test_the_latest_version_of_a_request_is_written(tmp_path: Path) -> None:
    ask(tmp_path, chat("a"))
    ask(tmp_path, chat("a"), extra_body={"top_k": 5})
    (line,) = written(tmp_path)
    assert line["body"]["top_k"] == 5


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        ({"response": None, "error": {"code": "batch_expired", "message": "took too long"}}, "took too long"),
        ({"response": {"status_code": 400, "body": {"error": {"message": "bad seed"}}}, "error": None}, "bad seed"),
        ({"response": {"status_code": 400, "body": None}, "error": {"object": "error", "message": "no"}}, "no"),
        ({"response": {"status_code": 500, "body": None}, "error": "server died"}, "server died"),
        ({"response": {"status_code": 200, "body": {"choices": []}}, "error": None}, "no choices"),
    ],
    ids=["OpenAI expired", "OpenAI refused", "vLLM", "text", "empty"],
)
def test_failures_in_a_batch(tmp_path: Path, failure: dict[str, Any], text: str) -> None:
    """Failures are reported with file and line, requested again, and forgotten when an answer arrives."""
    write_answers(
        tmp_path, "answers.jsonl", {"custom_id": "other", **good_other()}, {"custom_id": chat().key, **failure}
    )
    (error,) = ask(tmp_path, chat())
    assert type(error) is ModelError
    assert f"answers.jsonl:2: {text}" in str(error) or f"answers.jsonl:2: the reply has {text}" in str(error)
    (line,) = written(tmp_path)
    write_answers(tmp_path, "answers-0.jsonl", good(line))
    assert ask(tmp_path, chat())[0].text == "answer to hello"


def good_other() -> dict[str, Any]:
    return {"response": {"status_code": 200, "body": {}}, "error": None}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"custom_id": "x", "response": {"status', r"answers\.jsonl:3: "),
        ("[1]", r"answers\.jsonl:3: Expected `object`"),
        ('{"response": {}}', r"answers\.jsonl:3: Object missing required field `custom_id`"),
        ('{"custom_id": 3}', r"answers\.jsonl:3: .*custom_id"),
        ('{"custom_id": "x"}', r"answers\.jsonl:3: neither response nor error"),
        ('{"key": "x"}', r"answers\.jsonl:3: Object missing required field `request`"),
        ("\udcff", r"answers\.jsonl:3: "),
    ],
)
def test_bad_files_are_reported_with_their_line(tmp_path: Path, line: str, message: str) -> None:
    first = json.dumps({"custom_id": "a", **good_other()})
    (tmp_path / "answers.jsonl").write_bytes(f"{first}\n\n{line}\n".encode(errors="surrogateescape"))
    with pytest.raises(UsageError, match=message) as caught:
        ask(tmp_path, chat())
    assert "custom_id" in caught.value.hint


def test_models_with_a_fixed_temperature(tmp_path: Path) -> None:
    """A batch cannot be corrected afterwards, so the dialect is inferred from the model's name."""
    ask(tmp_path, chat(max_tokens=9, stop=("#",), seed=1), model="batch:o4-mini")
    (line,) = written(tmp_path)
    assert set(line["body"]) == {"model", "messages", "max_completion_tokens", "seed"}


def test_batches_cost_less(tmp_path: Path) -> None:
    ask(tmp_path, chat(), model="batch:gpt-4o")
    write_answers(tmp_path, "answers.jsonl", *map(good, written(tmp_path)))
    (given,) = ask(tmp_path, chat(), model="batch:gpt-4o")
    assert given.cost == pytest.approx((10 * 2.50 + 5 * 10.00) / 1e6 * 0.5)


def test_a_batch_needs_a_folder() -> None:
    with pytest.raises(UsageError, match="no folder"):
        open_model("batch:tiny", ModelOptions())


def test_an_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (error,) = ask(tmp_path / "file" / "batch", chat())
    assert isinstance(error, UsageError)
