"""What joining does to Scheme texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import join

SCHEME = "(define (f) 1)\n"
RACKET = "#lang racket\n(define (f) 1)\n"


@pytest.mark.parametrize(
    ("solution", "tests", "mode"),
    [
        (SCHEME, "(f)", "tests"),
        ("; about #lang racket\n" + SCHEME, "(f)", "tests"),
        (RACKET, "(f)", "racket"),
        ("; a comment\n\n" + RACKET, "(f)", "racket"),
        (SCHEME, "#lang racket\n(f)", "racket"),
    ],
)
def test_texts_with_a_lang_line_are_racket(solution: str, tests: str, mode: str) -> None:
    program = join(find_language("scheme"), solution, tests)
    assert program.mode == mode
    assert set(program.origins) == set(program.files)


@pytest.mark.parametrize("library", ["(use-modules (srfi srfi-64))", "(import (scheme base) (srfi 64))"])
def test_the_framework_is_detected(library: str) -> None:
    program = join(find_language("scheme"), SCHEME, f"{library}\n(test-begin 1)\n")
    assert (program.entry, program.framework, program.silent) == ("framework", "srfi-64", ("srfi-64",))
