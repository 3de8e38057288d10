"""OpenRLHF's reward endpoint."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchwright.errors import SandboxError
from benchwright.sandbox import Execution, LocalSandbox, Program
from benchwright.sandbox.fake import FakeSandbox
from benchwright.server.apis.openrlhf import API, completion_of
from benchwright.server.call import Overloaded
from benchwright.server.queue import Queue
from tests.rewards.counting import Counting
from tests.rewards.tasks import CHEAT, DOUBLE, HALF, RIGHT, TESTS, WRONG, verifier
from tests.sandbox.modes import service
from tests.server.process import in_process

PATH = "/v1/rewards/openrlhf"
PROMPT = "<|im_start|>user\nDouble it.<|im_end|>\n<|im_start|>assistant\n"


def body(*completions: str) -> dict[str, Any]:
    return {
        "query": [f"{PROMPT}{each}<|im_end|>" for each in completions],
        "prompts": [PROMPT] * len(completions),
        "labels": [json.dumps(verifier())] * len(completions),
    }


def test_rewards() -> None:
    answer = httpx.post(service().url + PATH, json=body(RIGHT, WRONG, HALF, CHEAT), timeout=120).json()
    assert answer["rewards"] == answer["scores"] == [1.0, 0.0, 0.0, 0.0]
    assert answer["extra_logs"] == {"passed": [1.0, 0.0, 0.0, 0.0], "unscored": [0.0] * 4}


def test_the_example_works() -> None:
    (route,) = API.routes
    answer = httpx.post(service().url + PATH, json=route.examples["double"], timeout=120).json()
    assert answer["rewards"] == [1.0]


def test_modes() -> None:
    url = f"{service().url}{PATH}?mode=fraction&canary=false"
    answer = httpx.post(url, json=body(HALF, CHEAT), timeout=120).json()
    assert answer["rewards"] == [0.5, 1.0]


def test_tests_as_text_in_place_of_a_verifier() -> None:
    label = {"tests": TESTS, "language": "python"}
    held = {**label, "reference": DOUBLE}
    sent = {**body(RIGHT, WRONG, CHEAT, CHEAT), "labels": [label, json.dumps(label), label, held]}
    answer = httpx.post(service().url + PATH, json=sent, timeout=120).json()
    assert answer["rewards"] == [1.0, 0.0, 0.0, 0.0], "a check must run, also without a reference"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": []}, "differ in length"),
        ({"labels": ["{}"]}, "not a row"),
        ({"query": 5}, "invalid body"),
        ({"labels": [{"tests": "assert 1"}]}, "missing required field `language`"),
        ({"labels": [{"tests": "assert 1", "language": "python", "code": ""}]}, "unknown field `code`"),
        ({"labels": [{"tests": "assert 1", "language": "nothing"}]}, "nothing"),
    ],
)
def test_incorrect_usage(changes: dict[str, Any], message: str) -> None:
    reply = httpx.post(service().url + PATH, json={**body(RIGHT), **changes})
    assert reply.status_code == 422
    assert message in reply.json()["error"]


def test_unscored_fails_the_request_or_is_null() -> None:
    def fail(_: Program) -> Execution:
        raise SandboxError("the launcher died")

    async def ask(query: str) -> httpx.Response:
        async with in_process(sandbox=FakeSandbox(fail)) as app:
            return await app.client.post(PATH + query, json=body(RIGHT))

    reply = asyncio.run(ask(""))
    assert reply.status_code == 503
    assert "unscored" in reply.json()["error"]
    answer = asyncio.run(ask("?unscored=null")).json()
    assert (answer["rewards"], answer["extra_logs"]["unscored"]) == ([None], [1.0])


def test_the_completion_is_what_follows_the_prompt() -> None:
    assert completion_of("<s>ask: answer</s>", "ask: ") == "answer"
    assert completion_of("answer<|eot_id|><|end|>\n", "") == "answer"
    assert completion_of("other answer", "ask: ") is None


@pytest.mark.parametrize(
    ("query", "prompt", "completion"),
    [
        ("ask:\n  answer", "ask:\n", "  answer"),
        ("ask a thing: answer", "ask  a\nthing:\n", " answer"),
        ("<|bos|>ask:<|end|><|assistant|>\nanswer", "ask: <|end|>\n<|assistant|>\n", "\nanswer"),
        ("user\nask\nassistant\nanswer", "<|im_start|>user\nask<|im_end|>\n<|im_start|>assistant\n", "\nanswer"),
        ("ask<|start|><|channel|>final", "ask <|start|>", "<|channel|>final"),
        ("be brief. ask: answer", "ask: ", "answer"),
        ("ask: ask: answer", "ask: ", "ask: answer"),
        ("ask: a", "ask: ", "a"),
        ("ask:", "ask: ", ""),
        (" answer", "\n", " answer"),
        ("sk: answer", "ask: ", None),
        ("ask", "ask: answer", None),
    ],
)
def test_a_tokenizer_may_change_the_prompt_slightly(query: str, prompt: str, completion: str | None) -> None:
    assert completion_of(query, prompt) == completion


def test_code_in_the_prompt_earns_no_reward() -> None:
    sent = body(RIGHT, RIGHT)
    sent["prompts"] = [f"Mend this:\n{RIGHT}\n"] * 2
    sent["query"] = [f"Mend this:\n{RIGHT} I refuse.", f"this:\n{RIGHT}\n I refuse."]
    reply = httpx.post(service().url + PATH, json=sent)
    assert reply.status_code == 422
    assert "query[1] does not contain prompts[1]" in reply.json()["error"]
    answer = httpx.post(f"{service().url}{PATH}?unscored=null", json=sent, timeout=120).json()
    assert answer["rewards"] == [0.0, None]


def test_plans_from_clients_are_not_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.judging.solution.cache_folder", lambda: tmp_path)

    async def ask() -> list[int]:
        sandbox = Counting(LocalSandbox())
        async with in_process(sandbox=sandbox) as app:
            counts = []
            for _ in range(2):
                sandbox.count = 0
                reply = await app.client.post(PATH, json=body(RIGHT))
                assert reply.json()["rewards"] == [1.0]
                counts.append(sandbox.count)
        await sandbox.aclose()
        return counts

    first, second = asyncio.run(ask())
    assert second < first, "the plan stays in the worker"
    assert list(tmp_path.iterdir()) == []


class Refusing(Counting):
    """A sandbox that is full for the first programs."""

    async def run(self, program: Program) -> Execution:
        if self.count < 5:
            self.count += 1
            raise Overloaded("the queue is full", 1.0)
        return await super().run(program)


@pytest.mark.slow
def test_a_full_server_waits_for_a_free_slot() -> None:
    async def ask() -> httpx.Response:
        sandbox = Refusing(LocalSandbox())
        async with in_process(sandbox=sandbox) as app:
            reply = await app.client.post(PATH, json=body(RIGHT, WRONG, HALF))
        await sandbox.aclose()
        return reply

    assert asyncio.run(ask()).json()["rewards"] == [1.0, 0.0, 0.0]


class Looking(Counting):
    """A sandbox that records the queue length on each run."""

    queue: Queue
    waiting = 0

    async def run(self, program: Program) -> Execution:
        self.waiting = max(self.waiting, self.queue.waiting)
        return await super().run(program)


def test_a_request_of_many_samples_does_not_fill_the_queue() -> None:
    async def ask() -> int:
        sandbox = Looking(LocalSandbox())
        completions = [f"```python\ndef double(x): return {number} * x\n```" for number in range(9)]
        async with in_process(sandbox=sandbox, concurrency=1) as app:
            sandbox.queue = app.service.queue
            reply = await app.client.post(f"{PATH}?canary=false", json=body(*completions))
            assert reply.json()["rewards"] == [float(number == 2) for number in range(9)]
        await sandbox.aclose()
        return sandbox.waiting

    assert asyncio.run(ask()) <= 1
