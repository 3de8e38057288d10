"""The OpenAI format: requests, answers, and the meaning of an endpoint's errors."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.errors import BenchwrightError, ModelBusy, ModelError, UsageError
from benchwright.models.protocol import Answer, Message, Request

_TEMPERATURE_FIXED = re.compile(r"^(o\d|gpt-5)")
_NEW_LIMIT = re.compile(r"^(o\d|gpt-|chatgpt-)")


class Dialect(msgspec.Struct, frozen=True, kw_only=True):
    """Differences between endpoints."""

    token_limit: str = "max_tokens"
    """Name of the parameter that limits a chat answer: max_tokens or max_completion_tokens."""
    without: frozenset[str] = frozenset()
    """Parameters that the endpoint rejects."""
    system: bool = True
    """Whether the endpoint accepts system messages. If not, they are prepended to the first other message."""


def dialect_of(name: str) -> Dialect:
    """Infer the dialect from the model's name, for requests that cannot be corrected after a rejection."""
    without = frozenset({"temperature", "top_p", "stop"}) if _TEMPERATURE_FIXED.match(name) else frozenset()
    limit = "max_completion_tokens" if _NEW_LIMIT.match(name) else "max_tokens"
    return Dialect(token_limit=limit, without=without)


def path_of(request: Request) -> str:
    """Return the request's path below the base URL."""
    return "/chat/completions" if request.kind == "chat" else "/completions"


def body_of(request: Request, name: str, dialect: Dialect, extra: Mapping[str, Any]) -> dict[str, Any]:
    """Build the request body."""
    body: dict[str, Any] = {"model": name}
    if request.kind == "chat":
        body["messages"] = [msgspec.to_builtins(message) for message in _messages(request, dialect)]
        body[dialect.token_limit] = request.max_tokens
    else:
        body |= {"prompt": request.prompt, "max_tokens": request.max_tokens}
    if request.kind == "infill":
        body["suffix"] = request.suffix
    return {**body, **_sampling(request, dialect), **extra}


def _messages(request: Request, dialect: Dialect) -> list[Message]:
    if dialect.system:
        return list(request.messages)
    instructions = [message.content for message in request.messages if message.role == "system"]
    others = [message for message in request.messages if message.role != "system"]
    if not instructions or not others:
        return others
    return [Message(role=others[0].role, content="\n\n".join([*instructions, others[0].content])), *others[1:]]


def _sampling(request: Request, dialect: Dialect) -> dict[str, Any]:
    asked: dict[str, Any] = {"temperature": request.temperature}
    # Left out if it has no effect: some endpoints reject it in combination with a temperature.
    if request.top_p != 1.0:
        asked["top_p"] = request.top_p
    if request.stop:
        asked["stop"] = list(request.stop)
    if request.seed is not None:
        asked["seed"] = request.seed
    return {name: value for name, value in asked.items() if name not in dialect.without}


def ignored_of(request: Request, dialect: Dialect) -> tuple[str, ...]:
    """Return the parameters of the request that are not sent. Stop strings do not count, since `answer_of` applies
    them."""
    every = _sampling(request, Dialect())
    return tuple(sorted((every.keys() & dialect.without) - {"stop"}))


class _Details(msgspec.Struct, frozen=True):
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    completion_tokens_details: _Details | None = None
    prompt_tokens_details: _Details | None = None
    cost: float | None = None


class _Message(msgspec.Struct, frozen=True):
    content: Any = None
    reasoning_content: Any = None
    reasoning: Any = None
    refusal: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message | None = None
    text: str | None = None
    finish_reason: str | None = None


class _Reply(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None
    model: str | None = None


def answer_of(reply: object, request: Request, dialect: Dialect, answer_s: float | None = None) -> Answer:
    """Extract the answer from a decoded reply. Raises ValueError if there is none."""
    try:
        found = msgspec.convert(reply, _Reply, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"the reply is not in the OpenAI format: {error}") from None
    if not found.choices:
        raise ValueError("the reply has no choices")
    choice, usage = found.choices[0], found.usage or _Usage()
    message = choice.message or _Message(content=choice.text)
    text, finish = _text(message.content), choice.finish_reason or ""
    if not text and message.refusal:
        text, finish = message.refusal, "refusal"
    if "stop" in dialect.without:
        text = _until_stop(text, request.stop)
    return Answer(
        text=text,
        reasoning=_text(message.reasoning_content) or _text(message.reasoning),
        finish_reason=finish,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        reasoning_tokens=(usage.completion_tokens_details or _Details()).reasoning_tokens,
        cached_tokens=(usage.prompt_tokens_details or _Details()).cached_tokens,
        cost=usage.cost,
        answer_s=answer_s,
        model=found.model or "",
        ignored=ignored_of(request, dialect),
    )


def _text(content: object) -> str:
    """Return the text of a message; some endpoints send a list of parts."""
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _until_stop(text: str, stops: tuple[str, ...]) -> str:
    ends = [text.find(stop) for stop in stops if stop and stop in text]
    return text[: min(ends)] if ends else text


_MOST_CHARACTERS = 300
_AGAIN = frozenset({408, 409, 425, 429})
_NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached", "insufficient_balance"})
_FILTERED = frozenset({"content_filter", "content_policy_violation"})
_TOO_LONG = re.compile(r"context[_ ](length|size|window)|too (long|many tokens)|maximum.{0,20}tokens", re.IGNORECASE)
_REJECTED = re.compile(
    r"(un|not |n't |no longer )(be )?(support|recogni|known|permit|allow|accept)|unknown|unexpected"
    r"|extra[ _](input|field|forb)|deprecated|invalid (parameter|argument|field)",
    re.IGNORECASE,
)
_SYSTEM = re.compile(r"system.{0,10}(role|message)|role.{0,30}system", re.IGNORECASE)
_OPTIONAL = ("max_completion_tokens", "max_tokens", "temperature", "top_p", "stop", "seed")


class Complaint(msgspec.Struct, frozen=True, kw_only=True):
    """An error reply from an endpoint."""

    status: int
    """HTTP status code."""
    message: str
    """The error message, shortened."""
    code: str = ""
    """The endpoint's error code or type. May be empty."""
    parameter: str = ""
    """The field of the request body that it is about. May be empty."""
    wait_s: float | None = None
    """Seconds that the endpoint asks to wait. None: not specified."""


def complaint_of(status: int, headers: Mapping[str, str], text: str) -> Complaint:
    """Parse an error reply, whatever its format."""
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    error = body.get("error", body) if isinstance(body, dict) else body
    fields = error if isinstance(error, dict) else {}
    message = fields.get("message") or fields.get("detail") or error or text
    if not isinstance(message, str):
        message = json.dumps(message)
    return Complaint(
        status=status,
        message=" ".join(message.split())[:_MOST_CHARACTERS],
        code=str(fields.get("code") or fields.get("type") or ""),
        parameter=str(fields.get("param") or ""),
        wait_s=_wait_s(headers),
    )


def _wait_s(headers: Mapping[str, str]) -> float | None:
    """Parse Retry-After, which is in seconds or a date."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None or (seconds := _number(value)) is not None:
        return seconds if value is not None else None
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def _number(value: str | None) -> float | None:
    try:
        return max(0.0, float(value)) if value is not None else None
    except ValueError:
        return None


def without_rejected(complaint: Complaint, dialect: Dialect, body: Mapping[str, Any]) -> Dialect | None:
    """Return the dialect for retrying the request, or None if the error is not about something that can be changed."""
    about = f"{complaint.code} {complaint.message}"
    if complaint.status not in (400, 422) or not _REJECTED.search(about):
        return None
    if _SYSTEM.search(complaint.message) and any(one["role"] == "system" for one in body.get("messages", ())):
        return msgspec.structs.replace(dialect, system=False)
    named = complaint.parameter
    if named not in _OPTIONAL:
        words = set(re.findall(r"\w+", complaint.message))
        named = next((name for name in _OPTIONAL if name in words and name in body), "")
    if named == "max_tokens" and "messages" in body and dialect.token_limit == "max_tokens":
        return msgspec.structs.replace(dialect, token_limit="max_completion_tokens")
    if named == "max_completion_tokens" and dialect.token_limit == named:
        return msgspec.structs.replace(dialect, token_limit="max_tokens")
    if named not in body or named.startswith("max_"):
        return None
    return msgspec.structs.replace(dialect, without=dialect.without | {named})


def is_filtered(complaint: Complaint) -> bool:
    """Whether the endpoint's content filter refused the request."""
    return complaint.status in (400, 403) and complaint.code in _FILTERED


def failure(complaint: Complaint, model: str, base_url: str, key_env: str) -> BenchwrightError:
    """Convert an error reply to an exception: UsageError if the user must fix it, ModelBusy if a retry may help, and
    ModelError if only this request is affected."""
    message = f"{base_url} returned {complaint.status}: {complaint.message}"
    status = complaint.status
    if complaint.code in _NO_CREDIT or status == 402:
        return UsageError(message, "add credit: the account has no credit left")
    if status in _AGAIN or status >= 500:
        return ModelBusy(message, wait_s=complaint.wait_s)
    if status == 413 or (status in (400, 422) and _TOO_LONG.search(f"{complaint.code} {complaint.message}")):
        return ModelError(message, "the prompt, alone or with --max-tokens, is too long for this model")
    hints = {
        401: f"check the key in {key_env}",
        403: f"check that the key in {key_env} has access to {model}",
        404: f"check that the endpoint serves {model}; most base URLs end in /v1",
    }
    return UsageError(message, hints.get(status, "the endpoint rejected the request; see its message"))
