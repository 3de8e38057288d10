"""Seeds: fragments of real code that problems are made of, and what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Kind = Literal["function", "class", "file"]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fragment comes from."""

    source: str
    """The repository's address without any password, or the name of the folder, file or dataset; never a path of this
    machine."""
    path: str = ""
    """The file in it."""
    commit: str = ""
    """The commit that was read; empty where there is none."""
    licence: str = ""
    """SPDX id or expression, such as Apache-2.0; empty where none was found."""
    line: int = 0
    """Its first line in the file, from 1; 0 where that is not known."""
    end_line: int = 0
    """Its last line."""


class Seed(msgspec.Struct, frozen=True, kw_only=True):
    """A code fragment with its origin."""

    id: str
    """16 hexadecimal digits of the text's digest."""
    text: str
    """The fragment, with the imports that it uses before it."""
    language: str
    """Our id of its language; empty where it is not known."""
    kind: Kind
    """What was cut out."""
    origin: Origin
    """Where it comes from."""
    target: str = ""
    """The function in it that is to be filled in, as in Shape.area; empty where none is chosen."""


class SeedOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What fragments are wanted."""

    languages: tuple[str, ...] = ()
    """Only fragments of these languages; empty for all."""
    min_lines: int = 5
    """Shorter ones are dropped; imports put before a fragment do not count."""
    max_lines: int = 120
    """Longer ones are dropped."""
    max_bytes: int = 8000
    """Larger ones are dropped."""
    commit: str = ""
    """The commit, tag or branch of a git repository to read; empty for the one that is checked out."""
    licences: tuple[str, ...] = ()
    """Only fragments under these licences (SPDX ids; `permissive` stands for several); empty for all."""
    near_duplicate: float = 0.8
    """From this similarity on, the later of two fragments is dropped; 0 keeps all that are not equal."""
    most: int | None = None
    """At most so many seeds."""
    ask_for: tuple[Kind, ...] = ("function", "class", "file")
    """What is cut out."""


class Harvest(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    seeds: tuple[Seed, ...]
    """In an order that goes round repositories and files, so that the first few are spread."""
    read: int
    """How many fragments there were; a file that is dropped as a whole counts once."""
    dropped: Mapping[str, int]
    """Reason → how many fragments; with the seeds they add up to `read`."""


class SourceText(msgspec.Struct, frozen=True, kw_only=True):
    """A file or row as it was found, before anything is cut."""

    text: str
    """What it holds."""
    language: str
    """Our id; empty where it is not known."""
    origin: Origin
    """Where it comes from."""
    row: bool = False
    """Whether somebody cut it out already: a row of a data set."""
    target: str = ""
    """The function of it that a row names."""
    dropped: str = ""
    """Why it was not read, if it was not."""
