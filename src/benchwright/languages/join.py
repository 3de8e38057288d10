"""Join a solution and its tests into one program: the records, and the call of a language's own joiner.

A language that can be judged has a module `join.py` with a function `join(parts) -> Joined` and, usually, a folder
`driver/` with the entry point that runs the tests and proves that they ran to completion. The driver reads the nonce
from descriptor 3 and replies on descriptor 4 with lines of tab-separated fields, each starting with the nonce:

    <nonce> unit <name> passed|failed|skipped <place> <message>     one test
    <nonce> fail <kind> <name> <place> <message>                    why the tests as a whole did not pass
    <nonce> end <executed> <failed> <skipped>                       the tests ran to completion: the proof

A place is `file:line` or empty. Kinds of `fail`: `assertion` (a check of the tests did not hold), `exit` (the tests
themselves ended the program with a status other than 0), `error` (anything else was raised), `syntax` (the text of a
part is not valid in this language), `pending` (something that the tests wait for never happened).
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from benchwright.languages.language import Language

Part = Literal["solution", "tests"]

SOLUTION_NAME = r"(?i:solutions?|main|answer|submission|candidate|implementation)"
"""Pattern of file and module names by which tests refer to the solution, without an ending."""

_CACHED_JOINS = 1024


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """The two texts, with LF line ends and without a byte order mark."""

    solution: str
    """Source text of the candidate."""
    tests: str
    """Source text of the tests."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Which of the two texts a file of the joined program contains."""

    part: Part
    """Whether it is the solution or the tests."""
    added_lines: int = 0
    """Number of lines added before the text."""


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """A program that runs the tests against the solution."""

    files: Mapping[str, bytes]
    """Path → content of each file in the work folder."""
    mode: str
    """Name of the mode that builds and runs it."""
    origins: Mapping[str, Origin]
    """File name, as it appears in messages → which text the file contains."""
    entry: Literal["text", "call", "framework"] = "text"
    """How the tests start: their own text calls them (`text`), the driver calls them (`call`), or a framework runs
    them."""
    framework: str = ""
    """Name of the test framework; empty if there is none."""
    silent: tuple[str, ...] = ()
    """Styles of assertion in the tests that would pass silently and were made to fail."""


def join(language: Language, solution: str, tests: str) -> Joined:
    """Join a solution and its tests; cached by content."""
    return _join(language.package, clean(solution), clean(tests))


def can_join(language: Language) -> bool:
    """Whether programs in the language can be judged by tests."""
    return (language.directory / "join.py").is_file()


def clean(text: str) -> str:
    """Normalize a text for joiners. No language gives other line ends a different meaning."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str) -> bytes:
    """Encode a text; bytes that were not valid UTF-8 when it was read are restored."""
    return text.encode(errors="surrogateescape")


@functools.cache
def driver_file(joiner: str, name: str) -> bytes:
    """Read a file from the `driver` folder next to a language's joiner, which passes its `__file__`."""
    return (Path(joiner).parent / "driver" / name).read_bytes()


@functools.lru_cache(maxsize=_CACHED_JOINS)
def _join(package: str, solution: str, tests: str) -> Joined:
    module = importlib.import_module(f"{package}.join")
    joined: Joined = module.join(Parts(solution=solution, tests=tests))
    return joined
