"""Which lines and branches of a solution a run executes: the records, and the finding of a language's own tool.

A language that can tell has a module `coverage.py` with `TOOL`, the tool's name, `trace(joined) -> Traced`, which
changes a joined program so that it leaves files behind, and `read(joined, files) -> Executed`, which understands them.
Where that needs a tool that is not on every machine, or one that does not know branches, a module `marks.py` holds the
same and writes marks into the text (`markers.py`).
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Protocol, cast

import msgspec

from benchwright.languages.join import Joined
from benchwright.languages.language import Language


class Traced(msgspec.Struct, frozen=True, kw_only=True):
    """A joined program that says which lines it executes."""

    files: Mapping[str, bytes]
    """The work folder."""
    mode: str
    """How the language builds and runs it."""
    collect: tuple[str, ...]
    """The files that it leaves behind; patterns with * and ? are allowed."""
    env: Mapping[str, str] = {}
    """Further environment variables."""


class Executed(msgspec.Struct, frozen=True, kw_only=True):
    """What a run executed of a solution."""

    lines: Mapping[int, bool]
    """Line of the solution, counted from 1, that can be executed → whether it was."""
    branches: Mapping[tuple[int, int], bool] | None = None
    """Line of a decision, and which of the ways from there, counted from 0 → whether it was taken. The same text has
    the same keys in every run. None: the tool does not know."""


def numbered(ways: Iterable[tuple[int, bool]]) -> dict[tuple[int, int], bool]:
    """Branches by line and number, from the line of each and whether it was taken, in the order of the text."""
    branches: dict[tuple[int, int], bool] = {}
    counts: dict[int, int] = {}
    for line, taken in ways:
        number = counts.get(line, 0)
        branches[line, number] = taken
        counts[line] = number + 1
    return branches


class CoverageTool(Protocol):
    """What a language's module `coverage.py` holds."""

    TOOL: str

    def trace(self, joined: Joined) -> Traced:
        """The program with the tool in it."""
        ...

    def read(self, joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
        """What it says was executed. None: it said nothing."""
        ...


def coverage_tool(language: Language) -> CoverageTool | None:
    """The tool that comes with the language; None where it has none."""
    return _tool(language, "coverage")


def branch_tools(language: Language) -> list[CoverageTool]:
    """All tools, those that know branches first."""
    tools = [_tool(language, "marks"), _tool(language, "coverage")]
    return [tool for tool in tools if tool is not None]


def _tool(language: Language, module: str) -> CoverageTool | None:
    if not (language.directory / f"{module}.py").is_file():
        return None
    return cast(CoverageTool, importlib.import_module(f"benchwright.languages.{language.id}.{module}"))
