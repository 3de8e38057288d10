"""What a model is asked, what it answers, and the Protocol that providers and layers implement."""

from __future__ import annotations

import abc
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

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


class ModelOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Choices of the user, with defaults that suit a laptop and a paid endpoint. Never holds a key."""

    api_key_env: str = "OPENAI_API_KEY"
    """The environment variable that holds the key."""
    extra_body: Mapping[str, Any] = {}
    """Fields for the body of every request, such as `reasoning_effort` or `top_k`; a part of what the cache knows."""
    timeout_s: float = 600.0
    """For one attempt, from sending to the last byte of the answer."""
    retries: int = 6
    """How often a failed request is sent again."""
    backoff_s: float = 1.0
    """The longest wait before the first repetition; it doubles each time."""
    max_backoff_s: float = 60.0
    """The longest wait before any repetition, unless the endpoint asks for more."""
    max_wait_s: float = 600.0
    """The longest wait that an endpoint may ask for; if it asks for more, the request fails."""
    concurrency: int = 16
    """Requests under way at once."""
    requests_per_minute: float | None = None
    """At most so many requests are sent in any minute; 0.5 is one in two minutes."""
    tokens_per_minute: float | None = None
    """At most so many tokens, read and written, in any minute; estimated before, corrected after."""
    max_cost: float | None = None
    """USD that may be spent."""
    max_tokens_total: int | None = None
    """Tokens, read and written, that may be used."""
    spent_cost: float = 0.0
    """USD of max_cost that are spent already, by earlier runs of the same job."""
    used_tokens: int = 0
    """Tokens of max_tokens_total that are used already."""
    prices: Path | None = None
    """A price table (TOML) that goes before the one of the package."""
    cache: bool = True
    """Keep answers, and answer equal requests from them."""
    cache_folder: Path | None = None
    """Where answers are kept; `answers` in our cache folder if not told."""
    record: Path | None = None
    """A JSONL file that every answer is added to, for replay."""
    batch_folder: Path | None = None
    """batch: where requests.jsonl is written and answers*.jsonl are read."""
    workers: int | None = None
    """local: processes of one thread each that compute; as many as processors if not told."""
    context_tokens: int = 8192
    """local: the longest prompt and answer together."""


class Source(abc.ABC):
    """Base of the providers' models; each says what the layers around it need to know."""

    identity: str
    """What tells its answers from those of others: its name, unless that depends on the surroundings. No secrets."""
    endpoint: str = ""
    """The base URL that requests go to; empty where they go to none."""
    kept: bool = False
    """Whether the cache may keep its answers."""
    price_name: str = ""
    """Its name in price tables; empty where nothing is paid by the token."""
    batch: bool = False
    """Whether it is paid at the batch price."""
    sends: bool = True
    """Whether asking it sends something, so that rates and retries mean something."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.identity = name

    @abc.abstractmethod
    async def answer(self, request: Request) -> Answer:
        """One attempt. ModelBusy where another could succeed."""

    async def flush(self) -> None:  # noqa: B027  most have nothing to do
        """Makes what was asked visible outside, for models that answer later."""

    async def aclose(self) -> None:  # noqa: B027  most have nothing to do
        """Ends what it has open."""


_BYTES_PER_TOKEN = 3
"""Tokenizers reach about 4 in English and 3 in code: the estimate errs to the high side."""


_TOKENS_PER_MESSAGE = 8
"""Role and separators, as chat templates add them."""


def prompt_tokens(request: Request) -> int:
    """Estimate of what the model reads."""
    size = len(request.text.encode(errors="surrogatepass"))
    return -(-size // _BYTES_PER_TOKEN) + _TOKENS_PER_MESSAGE * max(1, len(request.messages))


def most_tokens(request: Request) -> int:
    """Estimate of what it reads, and the most that it may write."""
    return prompt_tokens(request) + request.max_tokens


def used_tokens(request: Request, answer: Answer) -> int:
    """What the endpoint counted; where it did not, what we must assume."""
    if answer.prompt_tokens is None or answer.completion_tokens is None:
        return most_tokens(request)
    return answer.prompt_tokens + answer.completion_tokens
