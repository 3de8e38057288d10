"""Whether a version lies in a range, as JavaScript packages write it: 3.x, ^3.10, ~3.11.2, >=3 <4, 1 || 2."""

from __future__ import annotations

import re

Version = tuple[int, int, int]

_FIRST_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9}){0,2}")
_PART = r"(?:\d{1,9}|[xX*])"
_COMPARATOR = re.compile(rf"(\^|~>?|>=|<=|>|<|=)?\s*v?({_PART}(?:\.{_PART}){{0,2}})(?:[-+][\w.+-]*)?")
_HYPHEN = re.compile(rf"\s*({_PART}(?:\.{_PART}){{0,2}})\s+-\s+({_PART}(?:\.{_PART}){{0,2}})\s*")


def version_in(text: str) -> Version:
    """The first version that a text names; 0.0.0 where it names none."""
    found = _FIRST_NUMBER.search(text)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    return major, minor, patch


def satisfies(version: Version, wanted: str) -> bool:
    """Whether one of the range's alternatives holds; nothing satisfies a range that cannot be read."""
    return any(_all(version, each) for each in wanted.split("||"))


def _all(version: Version, wanted: str) -> bool:
    if hyphen := _HYPHEN.fullmatch(wanted):
        return _compare(version, ">=", hyphen[1]) and _compare(version, "<=", hyphen[2])
    rest, place = wanted.strip(), 0
    while place < len(rest):
        found = _COMPARATOR.match(rest, place)
        if found is None or not _compare(version, found[1] or "", found[2]):
            return False
        place = found.end()
        while place < len(rest) and rest[place] == " ":
            place += 1
    return True


def _compare(version: Version, operator: str, wanted: str) -> bool:
    given = [int(part) for part in wanted.split(".") if part.isdigit()]
    low = _padded(given)
    after = _next(given)
    if operator == "^":
        leading = next((index for index, part in enumerate(given) if part), len(given) - 1)
        after = _next(given[: leading + 1])
    elif operator.startswith("~"):
        after = _next(given[:2])
    elif operator == ">=":
        return version >= low
    elif operator == "<":
        return version < low
    elif operator == ">":
        return after is not None and version >= after
    elif operator == "<=":
        return after is None or version < after
    return version >= low and (after is None or version < after)


def _padded(parts: list[int]) -> Version:
    major, minor, patch = (*parts, 0, 0, 0)[:3]
    return major, minor, patch


def _next(parts: list[int]) -> Version | None:
    """The first version after all that begin with these parts; None after all there are."""
    return _padded([*parts[:-1], parts[-1] + 1]) if parts else None
