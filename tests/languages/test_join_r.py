"""What joining does to R texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(tests: str) -> Joined:
    return join(find_language("r"), "f <- function() 1\n", tests)


def test_uncalled_tests_are_called() -> None:
    program = joined("test_a <- function() 1\ntest_b = function() 2\nhelper <- function() 3\n")
    assert program.entry == "call"
    assert program.files["tests.R"].endswith(b"test_a()\ntest_b()\n")


def test_tests_that_call_themselves_are_unchanged() -> None:
    program = joined("test_a <- function() 1\ntest_b <- function() 2\ntest_a()")
    assert program.entry == "text"
    assert program.files["tests.R"].endswith(b"test_a()\n")
    assert program.files["tests.R"].count(b"test_b") == 1


@pytest.mark.parametrize("tests", ["library(testthat)", "testthat::expect_true(f())", "  test_that('a', {\n})"])
def test_testthat_is_found(tests: str) -> None:
    program = joined(tests)
    assert (program.mode, program.entry, program.framework) == ("testthat", "framework", "testthat")


def test_stopifnot_fails_on_empty_conditions() -> None:
    assert joined("stopifnot(f() == 1)").silent == ("stopifnot",)
    assert joined("if (f() != 1) stop()").silent == ()
