"""Join C; shares the implementation of C++."""

from __future__ import annotations

import re

from benchwright.languages.cpp.frameworks import CHECK, CMOCKA
from benchwright.languages.cpp.join import Dialect, join_text
from benchwright.languages.join import Joined, Parts

_C = Dialect(
    joiner=__file__, grammar="c", ending="c", header="h", driver="benchwright_", frameworks=(CMOCKA, CHECK)
)  # fmt: skip
_MAIN_WITHOUT_TYPE = re.compile(r"^(?=main\s*\([^;{}]*\)\s*\{)", re.MULTILINE)
"""The pre-ANSI form, which the grammar does not support."""


def join(parts: Parts) -> Joined:
    """Build the joined program in C."""
    return join_text(_C, Parts(solution=parts.solution, tests=_MAIN_WITHOUT_TYPE.sub("int ", parts.tests)))
