"""A request sent twice runs once."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import pytest

from benchwright.server.call import InvalidRequest
from benchwright.server.idempotency import Answers
from benchwright.server.reply import Answer
from tests.server.probe import API
from tests.server.process import App, in_process, until

REQUEST = ("run", b"{}")


class Work:
    """Counts how often it ran."""

    def __init__(self, size_bytes: int = 1, *, final: bool = True) -> None:
        self.done = 0
        self.size_bytes = size_bytes
        self.final = final
        self.go = asyncio.Event()

    async def __call__(self) -> Answer:
        self.done += 1
        await self.go.wait()
        return Answer(status=200, headers={}, body=b"x" * self.size_bytes, final=self.final)


def test_concurrent_duplicates_share_the_first_answer() -> None:
    async def main() -> None:
        answers, work = Answers(), Work()
        tasks = [asyncio.create_task(answers.once("a", "k", REQUEST, work)) for _ in range(3)]
        await asyncio.sleep(0)
        work.go.set()
        assert len({id(answer) for answer in await asyncio.gather(*tasks)}) == 1
        await answers.once("a", "k", REQUEST, work)
        assert work.done == 1
        await answers.once("b", "k", REQUEST, work)
        assert work.done == 2

    asyncio.run(main())


def test_a_reused_key_is_rejected_even_while_the_first_request_runs() -> None:
    async def main() -> None:
        answers, work = Answers(), Work()
        first = asyncio.create_task(answers.once("a", "k", REQUEST, work))
        await asyncio.sleep(0)
        for other in (("run", b"[]"), ("judge", b"{}")):
            with pytest.raises(InvalidRequest):
                await answers.once("a", "k", other, work)
        work.go.set()
        await first
        with pytest.raises(InvalidRequest):
            await answers.once("a", "k", ("run", b"[]"), work)

    asyncio.run(main())


def test_cancelled_or_failed_work_is_taken_over() -> None:
    async def main() -> None:
        answers, work = Answers(), Work()
        first, second = (asyncio.create_task(answers.once("a", "k", REQUEST, work)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        work.go.set()
        assert (await second).status == 200
        assert work.done == 2
        failing = Work(final=False)
        failing.go.set()
        for _ in range(2):
            await answers.once("a", "other", REQUEST, failing)
        assert failing.done == 2

    asyncio.run(main())


def test_memory_and_time_are_bounded() -> None:
    async def main() -> None:
        answers, work = Answers(limit_bytes=10_000), Work(4000)
        work.go.set()
        for key in ("1", "2", "3"):
            await answers.once("a", key, REQUEST, work)
        assert work.done == 3
        await answers.once("a", "3", REQUEST, work)
        assert work.done == 3
        await answers.once("a", "1", REQUEST, work)
        assert work.done == 4
        huge = Work(20_000)
        huge.go.set()
        await answers.once("a", "4", REQUEST, huge)
        await answers.once("a", "4", REQUEST, huge)
        assert huge.done == 2
        short, quick = Answers(lifetime_s=0.0), Work()
        quick.go.set()
        await short.once("a", "k", REQUEST, quick)
        await short.once("a", "k", REQUEST, quick)
        assert quick.done == 2

    asyncio.run(main())


def test_over_http_a_repeated_stream_runs_the_program_once() -> None:
    async def main() -> None:
        async with in_process([API]) as app:
            headers = {"idempotency-key": "k1"}
            order = {"source": "import random; print(random.random())"}
            sent = [app.client.post("/probe/run", json=order, headers=headers) for _ in range(3)]
            assert len({answer.text for answer in await asyncio.gather(*sent)}) == 1
            other = await app.client.post("/probe/run", json={"source": ""}, headers=headers)
            assert other.status_code == 422
            headers = {"idempotency-key": "k2"}
            first, second = [await app.client.post("/probe/stream", json=order, headers=headers) for _ in range(2)]
            assert first.text == second.text
            assert first.status_code == 200
            assert (
                await app.client.post("/probe/run", json=order, headers={"idempotency-key": "x" * 256})
            ).status_code == 422

    asyncio.run(main())


def test_the_query_identifies_a_request_regardless_of_order() -> None:
    async def main() -> None:
        async with in_process([API]) as app:
            headers, body = {"idempotency-key": "k"}, {"flag": True, "seconds": 1}
            first = await app.client.post("/probe/lax?mode=a&more=1", json=body, headers=headers)
            assert first.json()["query"] == {"mode": "a", "more": "1"}
            assert (await app.client.post("/probe/lax?more=1&mode=a", json=body, headers=headers)).text == first.text
            assert (await app.client.post("/probe/lax?mode=b&more=1", json=body, headers=headers)).status_code == 422

    asyncio.run(main())


@contextlib.asynccontextmanager
async def _full(app: App) -> AsyncIterator[None]:
    """Fill the queue: one program runs and one waits."""
    slow = {"language": "python", "source": "import time; time.sleep(600)"}
    tasks = [asyncio.create_task(app.client.post("/v1/execute", json=slow)) for _ in range(2)]
    await until(lambda: app.service.queue.running == app.service.queue.waiting == 1)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize(
    ("path", "body", "failed"),
    [
        ("/v1/sandbox/batch", {"programs": [{"language": "python", "files": {"main.py": ""}}] * 2}, "failure"),
        ("/v1/batch", {"items": [{"id": "a", "execute": {"language": "python", "source": ""}}]}, "error"),
    ],
)
def test_a_stream_with_failures_is_not_kept(path: str, body: object, failed: str) -> None:
    async def main() -> None:
        async with in_process(concurrency=1, queue=1) as app:

            async def asked() -> list[bool]:
                answer = await app.client.post(path, json=body, headers={"idempotency-key": "k"})
                return [bool(json.loads(line).get(failed)) for line in answer.text.splitlines()]

            async with _full(app):
                assert set(await asked()) == {True}
            assert set(await asked()) == {False}

    asyncio.run(main())
