"""Limits on concurrency and rate, measured with a virtual clock."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import ModelError
from benchwright.models import Answer, Model, ModelOptions, Request
from benchwright.models.layers import Concurrent, Paced
from benchwright.models.protocol import most_tokens
from tests.models.asking import Slow, chat
from tests.models.virtual_time import run


async def _ask(model: Model, count: int, **fields: object) -> None:
    await asyncio.gather(*(model.answer(chat(f"{number:03}", **fields)) for number in range(count)))


def test_concurrency_stays_within_its_limit() -> None:
    slow = Slow(answer_s=2)
    run(_ask(Concurrent(slow, 3), 10))
    assert slow.most_under_way == 3
    assert slow.times_s == [0, 0, 0, 2, 2, 2, 4, 4, 4, 6]


def test_a_failure_frees_its_slot() -> None:
    def fail(request: Request) -> Answer:
        raise ModelError("no")

    limited = Concurrent(Slow(reply=fail), 1)

    async def twice() -> None:
        for _ in range(2):
            with pytest.raises(ModelError):
                await limited.answer(chat())

    run(twice())


def test_requests_in_any_minute() -> None:
    slow = Slow(answer_s=1)
    run(_ask(Paced(slow, ModelOptions(requests_per_minute=3)), 8))
    assert slow.times_s == [0, 0, 0, 60, 60, 60, 120, 120]
    assert slow.texts == sorted(slow.texts)


def test_a_rate_below_one_per_minute() -> None:
    slow = Slow()
    run(_ask(Paced(slow, ModelOptions(requests_per_minute=0.5)), 3))
    assert slow.times_s == [0, 120, 240]


def test_rate_limits_apply_to_any_minute() -> None:
    """The window slides: after three requests at second 50, none is allowed at second 61."""
    slow = Slow()
    paced = Paced(slow, ModelOptions(requests_per_minute=3))

    async def work() -> None:
        await asyncio.sleep(50)
        await _ask(paced, 3)
        await asyncio.sleep(11)
        await _ask(paced, 3)

    run(work())
    assert slow.times_s == [50, 50, 50, 110, 110, 110]


def test_tokens_in_any_minute() -> None:
    """Answers without a token count are charged the maximum."""
    slow = Slow(reply=lambda request: Answer(text=""))
    each = most_tokens(chat("000", max_tokens=100))
    run(_ask(Paced(slow, ModelOptions(tokens_per_minute=2 * each)), 5, max_tokens=100))
    assert slow.times_s == [0, 0, 60, 60, 120]


def test_answers_shorter_than_estimated_free_budget() -> None:
    slow = Slow(answer_s=1)  # 20 tokens each
    each = most_tokens(chat("000", max_tokens=1000))
    run(_ask(Paced(slow, ModelOptions(tokens_per_minute=each + 50)), 4, max_tokens=1000))
    # One at a time, since each may be long. After two answers of 20 tokens another fits; after three it does not.
    assert slow.times_s == [0, 1, 2, 60]


def test_a_request_above_the_token_rate_gets_its_own_minute() -> None:
    slow = Slow(reply=lambda request: Answer(text=""))
    run(_ask(Paced(slow, ModelOptions(tokens_per_minute=10)), 2, max_tokens=100))
    assert slow.times_s == [0, 60]
