"""Comparing outputs."""

from __future__ import annotations

import pytest

from benchwright.judging.output import difference, same_number
from benchwright.problems import Checker


def accepts(kind: str, expected: str, actual: str | bytes, tolerance: float = 1e-6) -> bool:
    checker = Checker(kind=kind, tolerance=tolerance)  # type: ignore[arg-type]
    data = actual if isinstance(actual, bytes) else actual.encode()
    return difference(checker, expected.encode(), data) == ""


@pytest.mark.parametrize(
    ("kind", "expected", "actual", "accepted"),
    [
        ("exact", "a\n", "a\n", True),
        ("exact", "a\n", "a", False),
        ("exact", "a", "a ", False),
        ("exact", "", "", True),
        ("lines", "a\nb\n", "a \t\r\nb", True),
        ("lines", "a\nb", "a\nb\n\n \n", True),
        ("lines", "a\nb", "a\n\nb", False),
        ("lines", "a\nb", "\na\nb", False),
        ("lines", "a b", "a  b", False),
        ("lines", "a", " a", False),
        ("lines", "a\nb", "a", False),
        ("lines", "a", "a\nb", False),
        ("lines", "", "\n\n", True),
        ("lines", "", "x", False),
        ("lines", "1", "1.0", False),
        ("tokens", "a b\nc", " a\tb c\n\n", True),
        ("tokens", "a b", "ab", False),
        ("tokens", "a b", "a b c", False),
        ("tokens", "a b c", "a b", False),
        ("tokens", "a b", "a\u00a0b", False),
        ("tokens", "", " \n", True),
        ("floats", "1.0 yes", "1.0000001 yes", True),
        ("floats", "1.0 yes", "1.1 yes", False),
        ("floats", "1.0 yes", "1.0 no", False),
        ("floats", "1.0 2.0", "1.0", False),
    ],
)
def test_kinds(kind: str, expected: str, actual: str, accepted: bool) -> None:
    assert accepts(kind, expected, actual) is accepted


def test_bytes_that_are_no_text_are_like_nothing_else() -> None:
    for kind in ("exact", "lines", "tokens", "floats"):
        assert not accepts(kind, "\ufffd", b"\xff")


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ("0.5", ".5", True),
        ("0.5", "5e-1", True),
        ("1000000", "1000000.5", True),  # relative
        ("0", "0.0000005", True),  # absolute
        ("0", "0.000002", False),
        ("1e10", "10000000001.0", True),
        ("12345678", "12345679", False),  # integers are exact
        ("007", "+7", True),
        ("-0", "0", True),
        ("-0.0", "0", True),
        ("-7", "7", False),
        ("50000000000000000", "50000000000000001", False),
        ("nan", "NaN", True),
        ("nan", "-nan", True),
        ("nan", "0", False),
        ("0.0", "nan", False),
        ("inf", "Infinity", True),
        ("inf", "+inf", True),
        ("inf", "-inf", False),
        ("inf", "1e999", False),
        ("1e999", "inf", False),
        ("1e999", "1e998", False),
        ("1e999", "10e998", True),
        ("1e400000", "1e9999999999", False),
        ("1.5", "1,5", False),
        ("1.5", "0x1.8p0", False),
        ("1.5", "1_0.5", False),
        ("1.5", "", False),
        ("1.5", "1.5" + "0" * 100_000, False),
        ("9" * 5000, "9" * 5000 + "0", False),
        ("9" * 5000, "0" + "9" * 5000, True),
    ],
)
def test_numbers(expected: str, actual: str, same: bool) -> None:
    assert same_number(expected.encode(), actual.encode(), 1e-6) is same


def test_no_tolerance_is_only_another_spelling() -> None:
    assert same_number(b"1.50", b"1.5", 0.0)
    assert not same_number(b"1.50", b"1.5000000001", 0.0)


@pytest.mark.parametrize(
    ("kind", "expected", "actual", "said"),
    [
        ("exact", "abc", "abd", "byte 3: expected 'c', got 'd'"),
        ("exact", "abc", "ab", "byte 3: expected 'c', got nothing"),
        ("lines", "a\nb", "a\nc", "line 2: expected 'b', got 'c'"),
        ("lines", "a", "a\nmore", "expected 1 lines, got 2: then 'more'"),
        ("tokens", "a b", "a", "expected 2 words, got 1: then no more"),
        ("floats", "1.0", "2.0", "word 1: expected '1.0', got '2.0'"),
        ("lines", "a", "x" * 100, f"line 1: expected 'a', got '{'x' * 60}'…"),
    ],
)
def test_the_first_difference_is_told(kind: str, expected: str, actual: str, said: str) -> None:
    checker = Checker(kind=kind)  # type: ignore[arg-type]
    assert difference(checker, expected.encode(), actual.encode()) == said
