"""Requests to models, their answers, and the Protocol that providers and layers implement."""

from __future__ import annotations

import abc
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message of a chat."""

    role: str
    """Author of the message: system, user or assistant."""
    content: str
    """Text of the message."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One request to a model. Equal requests have equal keys and share one cached answer."""

    kind: Literal["chat", "completion", "infill"] = "chat"
    """Which fields apply: messages (chat), prompt (completion), or prompt and suffix (infill)."""
    messages: tuple[Message, ...] = ()
    """Chat: the messages so far."""
    prompt: str = ""
    """Completion and infill: the text to continue."""
    suffix: str = ""
    """Infill: the text after the gap."""
    sample: int = 0
    """Number of the sample, to tell several answers to the same prompt apart. Not sent to the model."""
    temperature: float = 0.0
    """Sampling temperature; 0 means greedy."""
    top_p: float = 1.0
    """Nucleus sampling: sample only from the most likely tokens with this total probability."""
    max_tokens: int = 2048
    """Maximum number of tokens in the answer. Longer answers are cut off."""
    stop: tuple[str, ...] = ()
    """Strings that end the answer. The answer does not include them."""
    seed: int | None = None
    """Random seed, for endpoints that support reproducible sampling."""

    @property
    def key(self) -> str:
        """Hex digest of all fields."""
        fields = msgspec.to_builtins(self)
        # Equal requests must have equal digests, but JSON encodes 1 and 1.0 differently.
        fields |= {"temperature": float(self.temperature), "top_p": float(self.top_p)}
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The whole input of the model as one text."""
        if self.kind == "chat":
            return "\n\n".join(message.content for message in self.messages)
        return self.prompt + self.suffix


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer to one request."""

    text: str
    """The answer as received, except that lone surrogates become U+FFFD."""
    reasoning: str = ""
    """Reasoning that the endpoint returned separately. Reasoning tags inside `text` stay there."""
    finish_reason: str = ""
    """Why the answer ended: stop, length, content_filter, refusal, or the endpoint's own value."""
    prompt_tokens: int | None = None
    """Number of prompt tokens. None: unknown."""
    completion_tokens: int | None = None
    """Number of generated tokens, including reasoning. None: unknown."""
    reasoning_tokens: int | None = None
    """Number of the generated tokens that were reasoning. None: unknown."""
    cached_tokens: int | None = None
    """Number of the prompt tokens that the endpoint had cached. None: unknown."""
    cost: float | None = None
    """Cost in USD when the answer was generated. None: price unknown. If `cached`, nothing was paid this time."""
    answer_s: float | None = None
    """Seconds from sending the successful request to its answer."""
    cached: bool = False
    """Whether the answer came from benchwright's cache."""
    model: str = ""
    """Name of the model as reported by the endpoint."""
    ignored: tuple[str, ...] = ()
    """Request parameters that were left out because the endpoint does not accept them."""


class Model(Protocol):
    """Answers requests. Safe to use concurrently from many tasks."""

    name: str
    """The model as the user specified it, `provider:name`."""

    async def answer(self, request: Request) -> Answer:
        """Answer a request. Raises ModelError, AnswerPending, BudgetSpent or UsageError."""
        ...

    async def aclose(self) -> None:
        """Close connections and stop threads and processes. The model cannot be used afterwards."""
        ...


class ModelOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The user's choices, with defaults that suit a laptop and a paid endpoint. Never contains an API key."""

    api_key_env: str = "OPENAI_API_KEY"
    """Name of the environment variable with the API key."""
    extra_body: Mapping[str, Any] = {}
    """Fields to add to every request body, such as `reasoning_effort` or `top_k`. Part of the cache key."""
    timeout_s: float = 600.0
    """Timeout in seconds for one attempt, from sending to the last byte of the answer."""
    retries: int = 6
    """Maximum number of retries of a failed request."""
    backoff_s: float = 1.0
    """Maximum wait in seconds before the first retry. Doubles with each retry."""
    max_backoff_s: float = 60.0
    """Maximum wait in seconds before any retry, unless the endpoint asks for more."""
    max_wait_s: float = 600.0
    """Longest wait in seconds that an endpoint may ask for. If it asks for more, the request fails."""
    concurrency: int = 16
    """Maximum number of concurrent requests."""
    requests_per_minute: float | None = None
    """Maximum number of requests in any minute; 0.5 means one every two minutes. None: no limit."""
    tokens_per_minute: float | None = None
    """Maximum number of prompt and completion tokens in any minute, estimated before and corrected after each request.
    None: no limit."""
    max_cost: float | None = None
    """Budget in USD. None: no limit."""
    max_tokens_total: int | None = None
    """Budget in tokens, prompt and completion together. None: no limit."""
    spent_cost: float = 0.0
    """USD of max_cost that earlier runs of the same job have spent."""
    used_tokens: int = 0
    """Tokens of max_tokens_total that earlier runs have used."""
    prices: Path | None = None
    """A price table (TOML) that takes precedence over the built-in one."""
    cache: bool = True
    """Whether to cache answers and reuse them for equal requests."""
    cache_folder: Path | None = None
    """Folder for cached answers. None: `answers` in benchwright's cache folder."""
    record: Path | None = None
    """A JSONL file to append every answer to, for replay. None: do not record."""
    batch_folder: Path | None = None
    """batch: folder where requests.jsonl is written and answers*.jsonl are read."""
    workers: int | None = None
    """local: number of single-threaded worker processes. None: one per available CPU."""
    context_tokens: int = 8192
    """local: maximum length of prompt and answer together."""


class Source(abc.ABC):
    """Base class of the providers' models. Its attributes control how the layers around it treat it."""

    identity: str
    """Distinguishes its answers from those of other models: its name, unless that depends on the environment. Contains
    no secrets."""
    endpoint: str = ""
    """Base URL that requests go to. Empty: no endpoint."""
    kept: bool = False
    """Whether its answers may be cached."""
    price_name: str = ""
    """Its name in price tables. Empty: not paid by the token."""
    batch: bool = False
    """Whether the batch price applies."""
    sends: bool = True
    """Whether requests are sent anywhere, so that rate limits and retries apply."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.identity = name

    @abc.abstractmethod
    async def answer(self, request: Request) -> Answer:
        """Make one attempt. Raises ModelBusy if another attempt could succeed."""

    async def flush(self) -> None:  # noqa: B027  most have nothing to do
        """Write out pending requests, for models that answer later."""

    async def aclose(self) -> None:  # noqa: B027  most have nothing to do
        """Release all resources."""


_BYTES_PER_TOKEN = 3
"""Tokenizers average about 4 in English and 3 in code, so the estimate is on the high side."""


_TOKENS_PER_MESSAGE = 8
"""Tokens that chat templates add for role and separators."""


def prompt_tokens(request: Request) -> int:
    """Estimate the number of prompt tokens."""
    size = len(request.text.encode(errors="surrogatepass"))
    return -(-size // _BYTES_PER_TOKEN) + _TOKENS_PER_MESSAGE * max(1, len(request.messages))


def most_tokens(request: Request) -> int:
    """Estimate the maximum number of prompt and completion tokens."""
    return prompt_tokens(request) + request.max_tokens


def used_tokens(request: Request, answer: Answer) -> int:
    """Return the tokens used, as counted by the endpoint. If it does not report them, the maximum is assumed."""
    if answer.prompt_tokens is None or answer.completion_tokens is None:
        return most_tokens(request)
    return answer.prompt_tokens + answer.completion_tokens


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """Properties of a provider that are known without opening a model."""

    names_path: bool = False
    """Whether the part after the colon is a local path, which must not be published."""
    batch: bool = False
    """Whether answers come from a batch that runs later."""
    priced: bool = False
    """Whether tokens cost money, at the price that the table lists for the model."""
