"""Joining a solution and its tests into one program: the records, and the call of a language's own joiner.

A language that can be judged has a module `join.py` with a function `join(parts) -> Joined` and, mostly, a folder
`driver/` with the entry that runs the tests and proves that they ended. The driver reads the nonce from descriptor 3
and answers on descriptor 4 with lines of tab-separated fields, each starting with the nonce:

    <nonce> unit <name> passed|failed|skipped <place> <message>     one test
    <nonce> fail <kind> <name> <place> <message>                    why the tests as a whole did not pass
    <nonce> end <executed> <failed> <skipped>                       the tests ran to their end: the proof

A place is `file:line` or empty. Kinds of `fail`: `assertion` (a check of the tests did not hold), `exit` (the tests
themselves ended the program with a status other than 0), `error` (anything else was raised), `syntax` (the text of a
part is not of this language), `pending` (something that the tests wait for never came).
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

_CACHED_JOINS = 1024


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """The two texts, with `\\n` as the end of lines and without a byte order mark."""

    solution: str
    """What the candidate wrote."""
    tests: str
    """What it is tested with."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Which text a file of the joined program holds."""

    part: Part
    """Which of the two."""
    added_lines: int = 0
    """Lines that the file has before the text's first."""


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """A program that runs the tests over the solution."""

    files: Mapping[str, bytes]
    """The work folder."""
    mode: str
    """How the language builds and runs it."""
    origins: Mapping[str, Origin]
    """Name of a file as messages show it → what it holds."""
    entry: Literal["text", "call", "framework"] = "text"
    """How the tests start: their own text calls them, we call them, or a framework runs them."""
    framework: str = ""
    """Its name, where one runs them."""
    silent: tuple[str, ...] = ()
    """Styles of assertion in the tests that would pass silently and were made to fail."""


def join(language: Language, solution: str, tests: str) -> Joined:
    """The program for these two texts. Remembered by content."""
    return _join(language.id, clean(solution), clean(tests))


def can_join(language: Language) -> bool:
    """Whether programs of the language can be judged by tests."""
    return (language.directory / "join.py").is_file()


def clean(text: str) -> str:
    """The text as joiners expect it. No language gives the other ends of lines another meaning."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str) -> bytes:
    """The bytes of a text; those that were no UTF-8 when it was read come back as they were."""
    return text.encode(errors="surrogateescape")


@functools.cache
def driver_file(joiner: str, name: str) -> bytes:
    """A file of the `driver` folder beside a language's joiner, which names itself by `__file__`."""
    return (Path(joiner).parent / "driver" / name).read_bytes()


@functools.lru_cache(maxsize=_CACHED_JOINS)
def _join(language: str, solution: str, tests: str) -> Joined:
    module = importlib.import_module(f"benchwright.languages.{language}.join")
    joined: Joined = module.join(Parts(solution=solution, tests=tests))
    return joined
