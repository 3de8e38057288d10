"""How models are asked: everything that can be chosen apart from the request itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec


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
