"""Endpoints that fail temporarily or permanently, over real connections."""

from __future__ import annotations

import asyncio
import email.utils
import threading
import time
from typing import Any

import pytest

from benchwright.errors import ModelBusy, ModelError, UsageError
from benchwright.models import ModelOptions, open_model
from tests.models.asking import ask, attempt, chat
from tests.models.endpoint import Endpoint, drop, raw, status
from tests.sandbox.leftovers import assert_within


@pytest.mark.parametrize("code", [408, 409, 429, 500, 502, 503, 529])
def test_temporary_failures_are_retried(endpoint: Endpoint, code: int) -> None:
    endpoint.script = [status(code), status(code)]
    assert ask(endpoint).text == "answer to hello"
    assert len(endpoint.bodies) == 3


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(drop, id="dropped connection"),
        pytest.param(raw(b'{"choices": [{"mess'), id="cut off"),
        pytest.param(raw(b"<html>busy</html>"), id="HTML"),
        pytest.param(raw(b'{"choices": []}'), id="no choices"),
        pytest.param(raw(b'{"choices": 3}'), id="wrong type"),
        pytest.param(raw(b"[]"), id="a list"),
        pytest.param(raw(b'{"error": {"message": "upstream failed", "code": 502}}'), id="error with status 200"),
    ],
)
def test_replies_without_an_answer_are_retried(endpoint: Endpoint, behaviour: Any) -> None:
    endpoint.script = [behaviour]
    assert ask(endpoint).text == "answer to hello"
    assert len(endpoint.bodies) == 2


def test_repeated_failures_are_an_error(endpoint: Endpoint) -> None:
    endpoint.always = status(503, {"message": "overloaded"})
    with pytest.raises(ModelError, match=r"returned 503: overloaded \(after 3 attempts\)"):
        ask(endpoint, retries=2)


def test_an_endpoint_that_does_not_answer(endpoint: Endpoint) -> None:
    over = threading.Event()
    endpoint.always = lambda handler, body: (over.wait(), None)[1]
    try:
        with pytest.raises(ModelError, match="no answer in 1 s"):
            ask(endpoint, retries=1, timeout_s=1)
        assert_within(lambda: len(endpoint.bodies) == 2, 60, lambda: str(endpoint.bodies))  # it may still be reading
    finally:
        over.set()


@pytest.mark.parametrize(
    ("headers", "least_s", "most_s"),
    [
        ({"retry-after": "7"}, 7, 7),
        ({"retry-after": "0.5"}, 0.5, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5, 1.5),
        ({"retry-after": email.utils.formatdate(0, usegmt=True)}, 0, 0),
        ({"retry-after": "soon"}, None, None),
        ({}, None, None),
    ],
)
def test_retry_after(endpoint: Endpoint, headers: dict[str, str], least_s: float | None, most_s: float | None) -> None:
    endpoint.script = [status(429, "slow down", headers)]
    with pytest.raises(ModelBusy) as caught:
        attempt(endpoint)
    if least_s is None or most_s is None:
        assert caught.value.wait_s is None
    else:
        assert caught.value.wait_s is not None
        assert least_s <= caught.value.wait_s <= most_s


def test_retry_after_a_date(endpoint: Endpoint) -> None:
    endpoint.script = [
        status(429, "slow down", {"retry-after": email.utils.formatdate(time.time() + 3600, usegmt=True)})
    ]
    with pytest.raises(ModelBusy) as caught:
        attempt(endpoint)
    assert caught.value.wait_s is not None
    assert 3300 <= caught.value.wait_s <= 3601


@pytest.mark.parametrize(
    ("code", "error", "hint"),
    [
        (401, "invalid key", "OPENAI_API_KEY"),
        (403, "not yours", "OPENAI_API_KEY"),
        (404, {"message": "The model `tiny` does not exist"}, "endpoint serves tiny"),
        (400, {"message": "temperature must be below 2", "param": "temperature"}, "see its message"),
        (402, "pay first", "no credit"),
        (429, {"code": "insufficient_quota", "message": "You exceeded your quota"}, "no credit"),
    ],
)
def test_permanent_failures_are_usage_errors(endpoint: Endpoint, code: int, error: Any, hint: str) -> None:
    endpoint.script = [status(code, error)]
    with pytest.raises(UsageError) as caught:
        ask(endpoint)
    assert len(endpoint.bodies) == 1
    assert "\n" not in str(caught.value)
    assert f"returned {code}: " in str(caught.value)
    assert hint in caught.value.hint


def test_one_prompt_that_is_too_long_stops_nothing_else(endpoint: Endpoint) -> None:
    message = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"
    endpoint.script = [status(400, {"message": message, "code": "context_length_exceeded"})]
    with pytest.raises(ModelError, match="maximum context length"):
        ask(endpoint)
    assert len(endpoint.bodies) == 1


def test_no_server_listens() -> None:
    with pytest.raises(UsageError, match="cannot connect"):
        asyncio.run(
            open_model(
                "openai:tiny@http://127.0.0.1:1/v1", ModelOptions(cache=False, retries=1, backoff_s=0.001)
            ).answer(chat())
        )
