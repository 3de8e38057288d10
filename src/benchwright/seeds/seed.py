"""Seeds: fragments of real code that problems are made from, and the options that select them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import find_language


class TargetOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of targets and of what they are shown in."""

    functions: tuple[str, ...] = ()
    """Only these: `path::qualified.name`, or the qualified name alone; * stands for any signs, ? for one. Empty for
    all. One that is named in full may be short, long, private or of a test."""
    languages: tuple[str, ...] = ()
    """Only functions in these languages; empty for all."""
    licences: tuple[str, ...] = ()
    """Only functions under these licences (SPDX ids; `permissive` stands for several); empty for all."""
    commit: str = ""
    """The commit, tag or branch of a git repository to read; empty for the one that is checked out."""
    min_lines: int = 5
    """Shorter functions are dropped."""
    max_lines: int = 80
    """Longer ones are dropped."""
    min_calls: int = 0
    """Functions that call fewer others are dropped."""
    needs_docstring: bool = False
    """Whether functions of which nothing is said are dropped."""
    public_only: bool = False
    """Whether private functions are dropped; else they come after the others of their file."""
    max_context_bytes: int = 12_000
    """A larger file is cut down to what the function needs, and that to as much as has room."""
    near_duplicate: float = 0.8
    """From this similarity on, the later of two functions is dropped; 0 keeps all that are not equal."""
    most: int | None = None
    """At most so many."""

    def checked(self) -> TargetOptions:
        """The same with our ids of languages."""
        if not 1 <= self.min_lines <= self.max_lines:
            raise UsageError(
                f"min_lines {self.min_lines} and max_lines {self.max_lines} leave nothing", "1 ≤ min ≤ max"
            )
        if not 0 <= self.near_duplicate <= 1:
            raise UsageError(f"near_duplicate is a share, not {self.near_duplicate}", "give a number from 0 to 1")
        if self.max_context_bytes < 1:
            raise UsageError(f"max_context_bytes {self.max_context_bytes} leaves nothing", "give a positive number")
        for pattern in self.functions:
            if not pattern.rpartition("::")[2].strip():
                raise UsageError(f"{pattern!r} names no function", "as in shapes.py::Shape.area, or Shape.*")
        return msgspec.structs.replace(self, languages=tuple(find_language(name).id for name in self.languages))

    def for_sources(self) -> SeedOptions:
        """What the readers of sources and the filters of files must know of them."""
        return SeedOptions(languages=self.languages, licences=self.licences, commit=self.commit)


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
