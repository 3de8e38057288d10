"""Change literals into others of the same type, and operators into other operators."""

from __future__ import annotations

import re
from collections.abc import Mapping

_DIGIT = re.compile(r"-?(0[xXoObB])?[_']*(\d)")
_DECIMAL = re.compile(r"(-?)(\d+(?:[_']\d+)*)(?![xXoObB])")
_CHARACTERS = re.compile(
    r"\\(?:x[0-9A-Fa-f]{1,2}|u\{?[0-9A-Fa-f]+\}?|U[0-9A-Fa-f]{8}|[0-7]{1,3}|.)|[%$&{][A-Za-z0-9]|.", re.DOTALL
)
_SHORT_NUMBER = re.compile(r"(-?(?:\d[\d_']{0,12}(?:\.\d{0,8})?)?)(\d)((?:[uUlLfFdDnNiIsSmM]\w{0,4})?)")
"""A decimal number: what is before its last digit, that digit, and a suffix."""
_OPPOSITES = {
    "true": "false",
    "false": "true",
    "yes": "no",
    "no": "yes",
    "t": "nil",
    "nil": "t",
    "#t": "#f",
    "#f": "#t",
}


def changed_value(text: str, kind: str, draw: int = -1) -> str | None:
    """Return another value of the kind (integer, float, boolean, string), or None if there is no obvious one.

    `draw` is any number, which decides what is changed in a string; by default, its last letter.
    """
    match kind:
        case "integer" | "float":
            return _number(text)
        case "boolean":
            return _boolean(text)
        case _:
            return _string(text, draw)


def _number(text: str) -> str | None:
    """Halve the number, so that no tolerance hides the change and no type overflows. In other bases, change the first
    digit."""
    if found := _DECIMAL.match(text):
        whole = int(re.sub("[_']", "", found[2]))
        return f"{found[1]}{whole // 2 if whole else 1}{text[found.end() :]}"
    found = _DIGIT.match(text)
    if found is None:
        return None
    another = "1" if found[2] == "0" else "0"
    return text[: found.start(2)] + another + text[found.end(2) :]


def _boolean(text: str) -> str | None:
    opposite = _OPPOSITES.get(text.lower())
    if opposite is None:
        # In languages where true and false are ordinary names (Erlang), a quoted name is a value too.
        return _string(text) if re.fullmatch("'.+'", text) else None
    if text.isupper():
        return opposite.upper()
    return opposite.capitalize() if text[0].isupper() else opposite


def _string(text: str, draw: int = -1) -> str:
    """Change a letter or digit, or append one if there is none. Escapes and format specifiers stay unchanged."""
    letters = [found for found in _CHARACTERS.finditer(text) if re.fullmatch("[A-Za-z0-9]", found[0])]
    if not letters:
        quoted = len(text) > 1 and text[-1] in "\"'`" and text.lstrip("$")[0] == text[-1]
        return f"{text[:-1]}x{text[-1]}" if quoted else f"{text}x"
    chosen = letters[draw % len(letters)]
    another = {"z": "y", "Z": "Y", "9": "8"}.get(chosen[0]) or chr(ord(chosen[0]) + 1)
    return text[: chosen.start()] + another + text[chosen.end() :]


def nearby_value(text: str, kind: str, draw: int) -> str | None:
    """Return a value that differs only slightly, or None if there is no obvious one: a number in its last digit, a
    string in the case of a letter or, if it is quoted, by a space.

    An equality that ignores such a difference accepts wrong answers, although it notices larger changes.
    """
    if kind in ("integer", "float"):
        return _next_number(text)
    if kind != "string":
        return None
    return (_spaced(text, draw // 2) if draw % 2 else None) or _recased(text, draw // 2)


def _next_number(text: str) -> str | None:
    found = _SHORT_NUMBER.fullmatch(text)
    if found is None:
        return None
    digit = int(found[2])
    # Towards zero, so that no type overflows, but not to zero, which may not be a valid value.
    down = digit > 1 or (digit == 1 and re.search("[1-9]", found[1]))
    return f"{found[1]}{digit - 1 if down else digit + 1}{found[3]}"


def _recased(text: str, draw: int) -> str | None:
    letters = [found for found in _CHARACTERS.finditer(text) if re.fullmatch("[A-Za-z]", found[0])]
    if not letters:
        return None
    chosen = letters[draw % len(letters)]
    return text[: chosen.start()] + chosen[0].swapcase() + text[chosen.end() :]


def _spaced(text: str, draw: int) -> str | None:
    """Add a space to one of those between words, or at the end of a quoted text."""
    spaces = [found.end() for found in re.finditer(r"(?<=\w) (?=\w)", text)]
    quoted = len(text) > 3 and text[0] == text[-1] and text[0] in "\"'`"
    if "\\" in text or not (spaces or quoted):
        return None
    at = len(text) - 1 if quoted and not (draw % 2 and spaces) else spaces[draw // 2 % len(spaces)]
    return f"{text[:at]} {text[at:]}"


INFIX: Mapping[str, Mapping[str, str]] = {
    "arithmetic": {
        "+": "-", "-": "+", "*": "/", "/": "*", "//": "*", "%": "*", "**": "*",
        "+.": "-.", "-.": "+.", "*.": "/.", "/.": "*.",
        "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
    },
    "comparison": {
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
        "-eq": "-ne", "-ne": "-eq", "-lt": "-le", "-le": "-lt", "-gt": "-ge", "-ge": "-gt",
        ".eq.": ".ne.", ".ne.": ".eq.", ".lt.": ".le.", ".le.": ".lt.", ".gt.": ".ge.", ".ge.": ".gt.",
    },
    "logic": {
        "&&": "||", "||": "&&", "and": "or", "or": "and", "andalso": "orelse", "orelse": "andalso",
        ".and.": ".or.", ".or.": ".and.", "-and": "-or", "-or": "-and",
    },
    "bits": {"&": "|", "|": "&"},
    "step": {"|>": " "},
}  # fmt: skip
"""Kind → infix operator → its replacement. The `step` kind removes a pipe."""

PREFIX: Mapping[str, Mapping[str, str]] = {
    "arithmetic": {
        "+": "-", "-": "+", "*": "+", "/": "*", "inc": "dec", "dec": "inc", "1+": "1-", "1-": "1+", "add1": "sub1",
        "sub1": "add1", "min": "max", "max": "min", "quotient": "remainder", "remainder": "quotient",
    },
    "comparison": {
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "zero?": "positive?", "even?": "odd?", "odd?": "even?",
        "evenp": "oddp", "oddp": "evenp", "empty?": "not-empty",
    },
    "logic": {"and": "or", "or": "and", "when": "unless", "unless": "when"},
}  # fmt: skip
"""The same for languages with prefix operators."""

CALLS: Mapping[str, str] = {"min": "max", "max": "min", "Min": "Max", "Max": "Min"}
"""Functions called as in `max(`, and their replacements."""

TRUTHS: Mapping[str, str] = {
    "true": "false", "false": "true", ".true.": ".false.", ".false.": ".true.", "$true": "$false", "$false": "$true",
    "#t": "#f", "#f": "#t", "#true": "#false", "#false": "#true",
}  # fmt: skip
"""Truth values in all languages, and their opposites."""
