"""Known defects of published problems.

A list is a TOML file in this folder with `[[defects]]`. Each entry has the problem's `id`, the `digest` of its texts,
which distinguishes it from a fixed problem or another one with the same id, and `what` is wrong.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.problem import Problem


class ListedDefect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A problem that is known to be unsound."""

    id: str
    """Id of the problem."""
    digest: str
    """Digest of the problem's texts, as in `Problem.digest`."""
    what: str
    """What is wrong, for people."""


def listed_defects(further: Iterable[Path] = ()) -> Mapping[tuple[str, str], ListedDefect]:
    """Return the bundled defects and those of further files, by id and digest."""
    lists = [bundled_defects(), *map(_read, further)]
    return {(defect.id, defect.digest): defect for defects in lists for defect in defects}


@functools.cache
def bundled_defects() -> tuple[ListedDefect, ...]:
    """Return the bundled defects, in the order of their files."""
    files = sorted(Path(__file__).parent.glob("*.toml"))
    return tuple(defect for file in files for defect in _read(file))


def listed(problem: Problem, defects: Mapping[tuple[str, str], ListedDefect]) -> str:
    """Return what is known to be wrong with the problem; empty if nothing is."""
    found = defects.get((problem.id, problem.digest))
    return found.what if found else ""


def _read(file: Path) -> tuple[ListedDefect, ...]:
    hint = "a defect list has [[defects]] entries with id, digest and what"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(data.get("defects", []), tuple[ListedDefect, ...])
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"{file}: {error}", hint) from None
