"""Which functions are wanted as targets."""

from __future__ import annotations

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import find_language
from benchwright.seeds.seed import SeedOptions


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
