"""Joins C, by the means of C++."""

from __future__ import annotations

import re

from benchwright.languages.cpp.join import Dialect, join_text
from benchwright.languages.join import Joined, Parts

_C = Dialect(joiner=__file__, grammar="c", ending="c", header="h", driver="benchwright_")
_MAIN_WITHOUT_TYPE = re.compile(r"^(?=main\s*\([^;{}]*\)\s*\{)", re.MULTILINE)
"""The form of the oldest C, which the grammar does not know."""


def join(parts: Parts) -> Joined:
    """The program in C."""
    return join_text(_C, Parts(solution=parts.solution, tests=_MAIN_WITHOUT_TYPE.sub("int ", parts.tests)))
