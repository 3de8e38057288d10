"""Finds a name by any unique part of it."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.errors import UsageError

_MOST_NAMED = 8


def find_name(wanted: str, names: Iterable[str], what: str = "problem") -> str:
    """Return `wanted` if it is one of the names, or the only name that contains it."""
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
        raise UsageError(f"{wanted!r} matches {len(found)} {what}s", f"use one of {listed}")
    raise UsageError(f"no {what} matches {wanted!r}", f"use one of {listed}" if names else f"there are no {what}s")
