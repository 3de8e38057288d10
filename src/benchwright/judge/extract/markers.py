"""The data of markers.toml."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

import msgspec


class Reasoning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands around reasoning."""

    open: str
    """Begins it."""
    close: str
    """Ends it."""
    first: bool = False
    """Whether it counts only at the very start of the answer."""


class Refusals(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How models decline."""

    patterns: tuple[str, ...]
    """Regular expressions, for text in small letters."""

    def match(self, text: str) -> bool:
        """Whether the text declines."""
        plain = text.lower().replace("’", "'")
        return any(re.search(pattern, plain) for pattern in self.patterns)


class Markers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in answers around the code; the file's comments say what each list is for."""

    unmarked: frozenset[str]
    """Words on fences that name no language."""
    foreign: frozenset[str]
    """Words on fences of what is no program."""
    documents: frozenset[str]
    """Words on fences of texts that have fences themselves."""
    square_tags: frozenset[str]
    """Tags in square brackets around code."""
    angle_tags: frozenset[str]
    """Tags in angle brackets around code."""
    answer_tags: frozenset[str]
    """Tags in angle brackets around the answer proper."""
    stops: tuple[str, ...]
    """Special words that end an answer."""
    ends: tuple[str, ...]
    """Those that count only as the last word."""
    starts: tuple[str, ...]
    """Special words that an answer may begin with, besides `stops`."""
    roles: tuple[str, ...]
    """Roles that may follow them."""
    reasoning: tuple[Reasoning, ...]
    """What stands around reasoning."""
    refusals: Refusals
    """How models decline."""


@functools.cache
def markers() -> Markers:
    """What the file says."""
    data = tomllib.loads(Path(__file__).with_name("markers.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Markers)
