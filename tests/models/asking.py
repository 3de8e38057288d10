"""Requests and models for tests of the layers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from benchwright.models import Answer, Message, ModelOptions, Request, open_model
from benchwright.models.opening import open_source
from tests.models.endpoint import Endpoint
from tests.models.virtual_time import now_s


def chat(text: str = "hello", **fields: object) -> Request:
    """A chat of one message."""
    return Request(messages=(Message(role="user", content=text),), **fields)  # type: ignore[arg-type]


class Slow:
    """Takes a while for each answer, and records when it was asked and how many requests were in flight."""

    name = "test:slow"

    def __init__(self, answer_s: float = 0.0, reply: Callable[[Request], Answer] | None = None) -> None:
        self.answer_s = answer_s
        self.reply = reply or (lambda request: Answer(text=request.text, prompt_tokens=10, completion_tokens=10))
        self.times_s: list[float] = []
        self.texts: list[str] = []
        self.under_way = 0
        self.most_under_way = 0
        self.closed = False

    async def answer(self, request: Request) -> Answer:
        self.times_s.append(now_s())
        self.texts.append(request.text)
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            await asyncio.sleep(self.answer_s)
            return self.reply(request)
        finally:
            self.under_way -= 1

    async def aclose(self) -> None:
        self.closed = True


def ask(endpoint: Endpoint, request: Request | None = None, **options: Any) -> Answer:
    """Ask a model with all its layers and almost no wait before retries."""
    return asyncio.run(
        _ask(endpoint, request or chat(), ModelOptions(**{"cache": False, "backoff_s": 0.001, **options}))
    )


async def _ask(endpoint: Endpoint, request: Request, options: ModelOptions) -> Answer:
    model = open_model(f"openai:tiny@{endpoint.url}", options)
    try:
        return await model.answer(request)
    finally:
        await model.aclose()


def attempt(endpoint: Endpoint) -> Answer:
    """Ask a bare source once, without any layers."""

    async def once() -> Answer:
        source = open_source(f"openai:tiny@{endpoint.url}", ModelOptions(timeout_s=5))
        try:
            return await source.answer(chat())
        finally:
            await source.aclose()

    return asyncio.run(once())
