"""What an endpoint says when it does not answer, and whose fault that is."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.errors import BenchwrightError, ModelBusy, ModelError, UsageError
from benchwright.models.wire import Dialect

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
    """A reply that is not an answer."""

    status: int
    """HTTP status."""
    message: str
    """What it says, shortened."""
    code: str = ""
    """Its own word for it."""
    parameter: str = ""
    """Which field of the body it is about."""
    wait_s: float | None = None
    """How long it asks to wait."""


def complaint_of(status: int, headers: Mapping[str, str], text: str) -> Complaint:
    """Whatever format it has."""
    try:
        said = json.loads(text)
    except ValueError:
        said = None
    error = said.get("error", said) if isinstance(said, dict) else said
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
    """Retry-After: seconds, or a date."""
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
    """The dialect in which to say it again, if the complaint is about something that can be said otherwise."""
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
    """Whether the endpoint refuses to answer this question."""
    return complaint.status in (400, 403) and complaint.code in _FILTERED


def failure(complaint: Complaint, model: str, base_url: str, key_env: str) -> BenchwrightError:
    """Whose fault it is: ours or the endpoint's, of this request alone, or the user's."""
    said = f"{base_url} says {complaint.status}: {complaint.message}"
    status = complaint.status
    if complaint.code in _NO_CREDIT or status == 402:
        return UsageError(said, "the account has no credit left")
    if status in _AGAIN or status >= 500:
        return ModelBusy(said, wait_s=complaint.wait_s)
    if status == 413 or (status in (400, 422) and _TOO_LONG.search(f"{complaint.code} {complaint.message}")):
        return ModelError(said, "the prompt, or prompt and --max-tokens together, are too long for this model")
    hints = {
        401: f"is the key in {key_env} right?",
        403: f"may the key in {key_env} use {model}?",
        404: f"is {model} served there? Most base URLs end in /v1",
    }
    return UsageError(said, hints.get(status, "the endpoint does not take this request; see what it says"))
