"""Which requests are retried, when, and how often."""

from __future__ import annotations

import asyncio
import random

import pytest

from benchwright.errors import ModelBusy, ModelError, UsageError
from benchwright.models import Answer, ModelOptions, Request
from benchwright.models.layers import Retrying
from tests.models.asking import Slow, chat
from tests.models.virtual_time import now_s, run


class _Longest(random.Random):
    """Always picks the longest wait."""

    def uniform(self, a: float, b: float) -> float:
        return b


def _failing(*failures: Exception) -> Slow:
    left = list(failures)

    def reply(request: Request) -> Answer:
        if left:
            raise left.pop(0)
        return Answer(text="at last")

    return Slow(reply=reply)


def test_backoff_doubles() -> None:
    model = _failing(*[ModelBusy("no")] * 5)
    retrying = Retrying(model, ModelOptions(backoff_s=1, max_backoff_s=6), _Longest())
    assert run(retrying.answer(chat())).text == "at last"
    assert model.times_s == [0, 1, 3, 7, 13, 19]


def test_backoff_is_randomized() -> None:
    model = _failing(*[ModelBusy("no")] * 4)
    run(Retrying(model, ModelOptions(backoff_s=1), random.Random(1)).answer(chat()))
    waits = [after - before for before, after in zip(model.times_s, model.times_s[1:], strict=False)]
    assert all(0 < wait < 2**number for number, wait in enumerate(waits))


def test_after_the_last_attempt_it_is_an_error() -> None:
    model = _failing(*[ModelBusy("the server says 503")] * 3)
    with pytest.raises(ModelError, match=r"503 \(after 3 attempts\)") as caught:
        run(Retrying(model, ModelOptions(retries=2)).answer(chat()))
    assert not isinstance(caught.value, ModelBusy)


def test_permanent_failures_are_not_retried() -> None:
    model = _failing(UsageError("wrong key"))
    with pytest.raises(UsageError, match="wrong key"):
        run(Retrying(model, ModelOptions()).answer(chat()))
    assert len(model.times_s) == 1


def test_all_requests_wait_as_long_as_the_endpoint_asks() -> None:
    model = _failing(ModelBusy("slow down", wait_s=30))
    retrying = Retrying(model, ModelOptions(backoff_s=1), _Longest())

    async def two() -> list[float]:
        first = asyncio.create_task(retrying.answer(chat("first")))
        await asyncio.sleep(5)
        await retrying.answer(chat("second"))
        second_s = now_s()
        await first
        return [second_s, now_s()]

    assert run(two()) == [30, 31]
    assert model.texts == ["first", "second", "first"]


def test_a_retry_after_of_a_day_fails() -> None:
    model = _failing(ModelBusy("out of quota", wait_s=86400))
    with pytest.raises(ModelError, match="the endpoint asks to wait 86400 s"):
        run(Retrying(model, ModelOptions()).answer(chat()))


def test_an_endpoint_that_never_answered_is_a_usage_error() -> None:
    down = [ModelBusy("no connection", unreachable=True)] * 3
    with pytest.raises(UsageError, match="no connection"):
        run(Retrying(_failing(*down), ModelOptions(retries=2)).answer(chat()))


def test_an_endpoint_that_disappears_later_is_not_a_usage_error() -> None:
    retrying = Retrying(Slow(), ModelOptions(retries=1))

    async def both() -> None:
        await retrying.answer(chat())
        retrying.inner = _failing(*[ModelBusy("no connection", unreachable=True)] * 3)
        await retrying.answer(chat())

    with pytest.raises(ModelError, match="after 2 attempts"):
        run(both())
