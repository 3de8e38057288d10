"""Seeds: fragments of real code that problems are made from, and the options that select them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import find_language


class TargetOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Requirements for targets and for their context."""

    functions: tuple[str, ...] = ()
    """Only these functions: `path::qualified.name`, or the qualified name alone, where * matches any text and ? one
    character. Empty for all. A function that is named in full may be short, long, private or part of a test."""
    languages: tuple[str, ...] = ()
    """Only functions in these languages; empty for all."""
    licences: tuple[str, ...] = ()
    """Only functions under these licences (SPDX ids; `permissive` stands for several); empty for all."""
    commit: str = ""
    """Commit, tag or branch of a git repository to read; empty for the one that is checked out."""
    min_lines: int = 5
    """Functions with fewer lines are dropped."""
    max_lines: int = 80
    """Functions with more lines are dropped."""
    min_calls: int = 0
    """Functions that call fewer others are dropped."""
    needs_docstring: bool = False
    """Whether functions without a docstring are dropped."""
    public_only: bool = False
    """Whether private functions are dropped; otherwise they come after the others of their file."""
    max_context_bytes: int = 12_000
    """Maximum bytes of context. A larger file is reduced to what the function needs, as far as it fits."""
    near_duplicate: float = 0.8
    """From this similarity on, the later of two functions is dropped; 0 drops only identical ones."""
    most: int | None = None
    """Maximum number of targets to return; None for all."""

    def checked(self) -> TargetOptions:
        """Return the options with normalized language ids; raise UsageError if they are invalid."""
        if not 1 <= self.min_lines <= self.max_lines:
            raise UsageError(
                f"min_lines {self.min_lines} and max_lines {self.max_lines} exclude everything",
                "use 1 ≤ min_lines ≤ max_lines",
            )
        if not 0 <= self.near_duplicate <= 1:
            raise UsageError(f"near_duplicate must be a share, not {self.near_duplicate}", "use a number from 0 to 1")
        if self.max_context_bytes < 1:
            raise UsageError(f"max_context_bytes {self.max_context_bytes} excludes everything", "use a positive number")
        for pattern in self.functions:
            if not pattern.rpartition("::")[2].strip():
                raise UsageError(
                    f"{pattern!r} does not name a function", "write it as in shapes.py::Shape.area, or Shape.*"
                )
        return msgspec.structs.replace(self, languages=tuple(find_language(name).id for name in self.languages))

    def for_sources(self) -> SeedOptions:
        """Return the options that concern reading sources and filtering files."""
        return SeedOptions(languages=self.languages, licences=self.licences, commit=self.commit)


Kind = Literal["function", "class", "file"]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fragment comes from."""

    source: str
    """Address of the repository without any password, or the name of the folder, file or dataset; never a local
    path."""
    path: str = ""
    """Path of the file in the source."""
    commit: str = ""
    """The commit that was read; empty if there is none."""
    licence: str = ""
    """SPDX id or expression, such as Apache-2.0; empty if none was found."""
    line: int = 0
    """First line in the file, from 1; 0 if unknown."""
    end_line: int = 0
    """Last line in the file, from 1; 0 if unknown."""


class Seed(msgspec.Struct, frozen=True, kw_only=True):
    """A code fragment with its origin."""

    id: str
    """First 16 hexadecimal digits of the text's digest."""
    text: str
    """The fragment, preceded by the imports that it uses."""
    language: str
    """Id of its language; empty if unknown."""
    kind: Kind
    """What was cut out: function, class or file."""
    origin: Origin
    """Where the fragment comes from."""
    target: str = ""
    """The function to be filled in, as in Shape.area; empty if none is chosen."""


class SeedOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Which fragments to read."""

    languages: tuple[str, ...] = ()
    """Only fragments in these languages; empty for all."""
    min_lines: int = 5
    """Fragments with fewer lines are dropped; imports put before a fragment do not count."""
    max_lines: int = 120
    """Fragments with more lines are dropped."""
    max_bytes: int = 8000
    """Fragments with more bytes are dropped."""
    commit: str = ""
    """Commit, tag or branch of a git repository to read; empty for the one that is checked out."""
    licences: tuple[str, ...] = ()
    """Only fragments under these licences (SPDX ids; `permissive` stands for several); empty for all."""
    near_duplicate: float = 0.8
    """From this similarity on, the later of two fragments is dropped; 0 drops only identical ones."""
    most: int | None = None
    """Maximum number of seeds to return; None for all."""
    ask_for: tuple[Kind, ...] = ("function", "class", "file")
    """Kinds of fragments to cut out."""


class Harvest(msgspec.Struct, frozen=True, kw_only=True):
    """The seeds of a source, and what was dropped."""

    seeds: tuple[Seed, ...]
    """The seeds, alternating between repositories and files, so that the first few are varied."""
    read: int
    """Number of fragments read; a file that is dropped as a whole counts once."""
    dropped: Mapping[str, int]
    """Reason → number of dropped fragments. With the seeds they add up to `read`."""


class SourceText(msgspec.Struct, frozen=True, kw_only=True):
    """A file or row as it was found, before it is cut."""

    text: str
    """Text of the file or row."""
    language: str
    """Id of its language; empty if unknown."""
    origin: Origin
    """Where the text comes from."""
    row: bool = False
    """Whether it is a row of a dataset, and therefore already a fragment."""
    target: str = ""
    """The function in it that a row names; empty if none."""
    dropped: str = ""
    """Why it was not read; empty if it was."""
