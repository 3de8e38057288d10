"""Answers are cached, shared between processes, and reused only for equal requests."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.errors import ModelError, UsageError
from benchwright.models import Answer, ModelOptions, Request, open_model
from benchwright.models.cache import AnswerStore, CachedModel, Memory
from tests.models.asking import Slow, chat
from tests.models.endpoint import Endpoint, status

_ANSWER = Answer(
    text="ä\0\U0001f600", reasoning="r", finish_reason="stop", prompt_tokens=1, cost=0.5, ignored=("seed",)
)


def ask(endpoint: Endpoint, folder: Path, *requests: Request, **options: object) -> list[Answer]:
    async def work() -> list[Answer]:
        chosen = ModelOptions(cache_folder=folder, **options)  # type: ignore[arg-type]
        model = open_model(f"openai:tiny@{endpoint.url}", chosen)
        try:
            return list(await asyncio.gather(*(model.answer(request) for request in requests)))
        finally:
            await model.aclose()

    return asyncio.run(work())


def test_an_answer_round_trips(tmp_path: Path) -> None:
    first = AnswerStore(tmp_path)
    first.put("model", chat(), _ANSWER)
    first.close()
    again = AnswerStore(tmp_path)
    assert again.get("model", chat()) == _ANSWER
    assert again.get("other", chat()) is None
    assert again.get("model", chat(sample=1)) is None
    again.close()


def test_a_repeated_run_sends_no_requests(endpoint: Endpoint, tmp_path: Path) -> None:
    first = ask(endpoint, tmp_path, chat("a"), chat("b"), chat("a", sample=1))
    assert len(endpoint.bodies) == 3
    again = ask(endpoint, tmp_path, chat("a"), chat("b"), chat("a", sample=1))
    assert len(endpoint.bodies) == 3
    assert [one.cached for one in first] == [False] * 3
    assert [one.cached for one in again] == [True] * 3
    assert [one.text for one in again] == [one.text for one in first]


def test_a_cache_hit_is_exempt_from_limits(endpoint: Endpoint, tmp_path: Path) -> None:
    ask(endpoint, tmp_path, chat())
    assert ask(endpoint, tmp_path, chat(), max_tokens_total=0, requests_per_minute=0.001)[0].cached


def test_concurrent_equal_requests_are_sent_once(endpoint: Endpoint, tmp_path: Path) -> None:
    given = ask(endpoint, tmp_path, *[chat()] * 5)
    assert len(endpoint.bodies) == 1
    assert sorted(one.cached for one in given) == [False, True, True, True, True]


def test_another_endpoint_is_another_model(endpoint: Endpoint, tmp_path: Path) -> None:
    ask(endpoint, tmp_path, chat())
    ask(endpoint, tmp_path, chat(), extra_body={"top_k": 1})
    assert len(endpoint.bodies) == 2


def test_failures_are_not_cached(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.script = [status(503)]
    with pytest.raises(ModelError):
        ask(endpoint, tmp_path, chat(), retries=0)
    assert not ask(endpoint, tmp_path, chat())[0].cached


def test_without_a_cache(endpoint: Endpoint, tmp_path: Path) -> None:
    for _ in range(2):
        ask(endpoint, tmp_path, chat(), cache=False)
    assert len(endpoint.bodies) == 2
    assert not list(tmp_path.iterdir())


def test_the_folder_of_the_environment(endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path))

    async def once() -> None:
        model = open_model(f"openai:tiny@{endpoint.url}", ModelOptions())
        await model.answer(chat())
        await model.aclose()

    asyncio.run(once())
    assert (tmp_path / "answers" / "answers-1.sqlite").exists()


def test_an_answer_is_cached_even_if_the_request_was_cancelled(tmp_path: Path) -> None:
    """The task is cancelled at the moment when the answer has arrived and is being written."""
    writing = asyncio.Event()

    class Store(AnswerStore):
        def put(self, identity: str, request: Request, answer: Answer) -> None:
            loop.call_soon_threadsafe(writing.set)
            super().put(identity, request, answer)

    async def work() -> None:
        memory = Memory(Store(tmp_path), "model")
        model = CachedModel(Slow(), memory)
        task = asyncio.create_task(model.answer(chat()))
        await writing.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await memory.aclose()

    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        runner.run(work())
    assert AnswerStore(tmp_path).get("model", chat()) is not None


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from benchwright.models import Answer, Request\n"
        "from benchwright.models.cache import AnswerStore\n"
        "store = AnswerStore(Path(sys.argv[1]))\n"
        "for number in range(100):\n"
        "    request = Request(kind='completion', prompt=f'{sys.argv[2]} {number}')\n"
        "    store.put('model', request, Answer(text=request.prompt))\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path), str(name)]) for name in range(3)]
    assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    store = AnswerStore(tmp_path)
    for name in range(3):
        for number in range(100):
            request = Request(kind="completion", prompt=f"{name} {number}")
            kept = store.get("model", request)
            assert kept is not None
            assert kept.text == request.prompt
    store.close()


def test_an_unusable_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    with pytest.raises(UsageError, match="cannot cache answers") as caught:
        AnswerStore(file / "answers")
    assert "BENCHWRIGHT_CACHE" in caught.value.hint


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "answers-1.sqlite").write_bytes(b"x" * 5000)
    with pytest.raises(UsageError, match="not a database"):
        AnswerStore(tmp_path)


def test_a_broken_store_stops_the_run(tmp_path: Path) -> None:
    """Otherwise every further answer would be paid for and lost."""

    class Full(AnswerStore):
        def put(self, identity: str, request: Request, answer: Answer) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    async def work() -> None:
        memory = Memory(Full(tmp_path), "model")
        try:
            await CachedModel(Slow(), memory).answer(chat())
        finally:
            await memory.aclose()

    with pytest.raises(UsageError, match="disk is full"):
        asyncio.run(work())
