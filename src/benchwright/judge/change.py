"""Changes the text of a literal into another of the same type."""

from __future__ import annotations

import re

_DIGIT = re.compile(r"(0[xXoObB])?[_']*(\d)")
_LAST_LETTER = re.compile(r"(?<![\\%{$&])[A-Za-z0-9](?=[^A-Za-z0-9]*$)")
_OPPOSITES = {"true": "false", "false": "true", "yes": "no", "no": "yes"}


def changed_value(text: str, kind: str) -> str | None:
    """Another value of the kind (integer, float, boolean, string), or None where none is easily had."""
    match kind:
        case "integer" | "float":
            return _number(text)
        case "boolean":
            return _boolean(text)
        case _:
            return _string(text)


def _number(text: str) -> str | None:
    """With its first digit changed, so that tolerances do not hide it."""
    found = _DIGIT.match(text)
    if found is None:
        return None
    digit = found[2]
    another = ("1" if digit == "0" else "0") if found[1] else str(int(digit) % 9 + 1)
    return text[: found.start(2)] + another + text[found.end(2) :]


def _boolean(text: str) -> str | None:
    opposite = _OPPOSITES.get(text.lower())
    if opposite is None:
        return None
    if text.isupper():
        return opposite.upper()
    return opposite.capitalize() if text[0].isupper() else opposite


def _string(text: str) -> str | None:
    """With its last letter or digit changed; what may belong to an escape or a format is left alone."""
    found = _LAST_LETTER.search(text)
    if found is None or "\\" in text[max(0, found.start() - 4) : found.start()]:
        return None
    another = {"z": "y", "Z": "Y", "9": "8"}.get(found[0]) or chr(ord(found[0]) + 1)
    return text[: found.start()] + another + text[found.end() :]
