"""What is asked of a model, and what it answers. Every provider and every layer around one speaks these records."""

from __future__ import annotations

import hashlib
import json
from typing import Literal, Protocol

import msgspec


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of a chat."""

    role: str
    """system, user or assistant."""
    content: str
    """The text."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One question to a model. Equal requests have equal keys, and the same answer serves them."""

    kind: Literal["chat", "completion", "infill"] = "chat"
    """Which of messages (chat), prompt (completion), or prompt and suffix (infill) is meant."""
    messages: tuple[Message, ...] = ()
    """The chat so far."""
    prompt: str = ""
    """The text to go on from."""
    suffix: str = ""
    """Infill: the text that follows the gap."""
    sample: int = 0
    """Which of several answers to the same question; the model does not see it."""
    temperature: float = 0.0
    """0 is greedy."""
    top_p: float = 1.0
    """Tokens are drawn from the likeliest that together have this probability."""
    max_tokens: int = 2048
    """The answer is cut off after so many tokens."""
    stop: tuple[str, ...] = ()
    """The answer ends before the first of these."""
    seed: int | None = None
    """For endpoints that can draw reproducibly."""

    @property
    def key(self) -> str:
        """Hex digest of every field."""
        fields = msgspec.to_builtins(self)
        # Equal requests have equal digests: 1 == 1.0, but they are written differently.
        fields |= {"temperature": float(self.temperature), "top_p": float(self.top_p)}
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()

    @property
    def text(self) -> str:
        """All that the model is given to read, as one text."""
        if self.kind == "chat":
            return "\n\n".join(message.content for message in self.messages)
        return self.prompt + self.suffix


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a model gave back."""

    text: str
    """The answer itself, as it came, but for lone surrogates: they are U+FFFD."""
    reasoning: str = ""
    """What the endpoint set apart as reasoning; reasoning tags inside `text` stay there."""
    finish_reason: str = ""
    """Why it ended: stop, length, content_filter, refusal, or what else the endpoint says."""
    prompt_tokens: int | None = None
    """Tokens that were read, if known."""
    completion_tokens: int | None = None
    """Tokens that were written, reasoning included, if known."""
    reasoning_tokens: int | None = None
    """Those of the completion tokens that were reasoning, if known."""
    cached_tokens: int | None = None
    """Those of the prompt tokens that the endpoint had read before, if known."""
    cost: float | None = None
    """USD that it cost when it was made, if the price is known; when `cached`, nothing was paid now."""
    answer_s: float | None = None
    """Seconds from the sending of the request that succeeded to its answer."""
    cached: bool = False
    """It came from our cache."""
    model: str = ""
    """The model's name as the endpoint gave it."""
    ignored: tuple[str, ...] = ()
    """Parameters of the request that the endpoint does not take and that were left out."""


class Model(Protocol):
    """Something that answers requests, many at once."""

    name: str
    """As the user wrote it, `provider:name`."""

    async def answer(self, request: Request) -> Answer:
        """The answer, or ModelError, AnswerPending, BudgetSpent or UsageError."""
        ...

    async def aclose(self) -> None:
        """Ends connections, threads and processes. Nothing may be asked afterwards."""
        ...
