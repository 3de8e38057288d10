"""Compares what a program printed with what is expected. Bytes, so that no encoding makes two texts alike."""

from __future__ import annotations

import math
import re
from decimal import Decimal

from benchwright.problems import Checker

_INTEGER = re.compile(rb"([+-]?)0*(\d+)")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,6})?")
_NAN = re.compile(rb"[+-]?nan", re.IGNORECASE)
_INFINITY = re.compile(rb"([+-]?)inf(?:inity)?", re.IGNORECASE)
_SHOWN = 60
_MOST_DIGITS = 10_000
"""Of a number that is not an integer; more are nobody's."""


def difference(checker: Checker, expected: bytes, actual: bytes) -> str:
    """What differs first, for people; empty where the output is accepted. Not for checking programs."""
    if expected == actual:
        return ""
    match checker.kind:
        case "exact":
            return _bytes(expected, actual)
        case "lines":
            return _sequence("line", _lines(expected), _lines(actual), None)
        case "tokens":
            return _sequence("word", expected.split(), actual.split(), None)
        case "floats":
            return _sequence("word", expected.split(), actual.split(), checker.tolerance)
        case _:
            raise ValueError(f"no comparison is called {checker.kind!r}")


def same_number(expected: bytes, actual: bytes, tolerance: float) -> bool:
    """Whether two words are numbers within the tolerance. Two integers must be equal; so must infinities, by their
    sign; what is not a number is only like itself."""
    if _NAN.fullmatch(expected) or _NAN.fullmatch(actual):
        return bool(_NAN.fullmatch(expected) and _NAN.fullmatch(actual))
    infinities = _INFINITY.fullmatch(expected), _INFINITY.fullmatch(actual)
    if infinities[0] or infinities[1]:
        return bool(infinities[0] and infinities[1] and (infinities[0][1] == b"-") == (infinities[1][1] == b"-"))
    integers = _INTEGER.fullmatch(expected), _INTEGER.fullmatch(actual)
    if integers[0] and integers[1]:
        return _plain(integers[0]) == _plain(integers[1])
    if (
        not (_NUMBER.fullmatch(expected) and _NUMBER.fullmatch(actual))
        or max(len(expected), len(actual)) > _MOST_DIGITS
    ):
        return False
    if Decimal(expected.decode()) == Decimal(actual.decode()):
        return True
    wanted, given = float(expected), float(actual)
    if math.isinf(wanted) or math.isinf(given):  # too large to tell how far they are apart
        return False
    return abs(wanted - given) <= tolerance * max(1.0, abs(wanted))


def _plain(integer: re.Match[bytes]) -> tuple[bool, bytes]:
    return integer[1] == b"-" and integer[2] != b"0", integer[2]


def _lines(text: bytes) -> list[bytes]:
    """Without the space at their ends and the empty lines at the end."""
    lines = [line.rstrip() for line in text.split(b"\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _sequence(unit: str, expected: list[bytes], actual: list[bytes], tolerance: float | None) -> str:
    for number, (wanted, given) in enumerate(zip(expected, actual, strict=False), start=1):
        if wanted != given and (tolerance is None or not same_number(wanted, given, tolerance)):
            return f"{unit} {number}: expected {_shown(wanted)}, got {_shown(given)}"
    if len(expected) == len(actual):
        return ""
    more = f"then {_shown(actual[len(expected)])}" if len(actual) > len(expected) else "then no more"
    return f"expected {len(expected)} {unit}s, got {len(actual)}: {more}"


def _bytes(expected: bytes, actual: bytes) -> str:
    shared = next(
        (index for index, pair in enumerate(zip(expected, actual, strict=False)) if pair[0] != pair[1]),
        min(len(expected), len(actual)),
    )
    return f"byte {shared + 1}: expected {_shown(expected[shared:])}, got {_shown(actual[shared:])}"


def _shown(text: bytes) -> str:
    if not text:
        return "nothing"
    return repr(text[:_SHOWN].decode(errors="replace")) + ("…" if len(text) > _SHOWN else "")
