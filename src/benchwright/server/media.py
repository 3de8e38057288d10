"""Answers that are no JSON document, for the description."""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """Plain text."""

    media_type: str = "text/plain"
    """As the answer's header says."""


class Lines(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of JSON, each of one type."""

    of: Any
    """The type."""
    media_type: str = "application/x-ndjson"
    """As the answer's header says."""
