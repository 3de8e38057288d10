"""Finds one name among many by a part of it."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.errors import UsageError

_MOST_NAMED = 8


def find_name(wanted: str, names: Iterable[str], what: str = "problem") -> str:
    """The name itself, or the only one that has `wanted` in it."""
    names = list(names)
    if wanted in names:
        return wanted
    found = [name for name in names if wanted in name] or [name for name in names if wanted.lower() in name.lower()]
    if len(found) == 1:
        return found[0]
    shown = ", ".join((found or names)[:_MOST_NAMED])
    more = len(found or names) - _MOST_NAMED
    listed = f"{shown}{f' and {more} more' if more > 0 else ''}"
    if found:
        raise UsageError(f"{wanted!r} can be {len(found)} {what}s", f"name one of {listed}")
    raise UsageError(f"there is no {what} {wanted!r}", f"there are {listed}" if names else f"there is no {what} at all")
