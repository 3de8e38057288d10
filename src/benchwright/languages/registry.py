"""Looks languages up, by any of their names or by a file's extension."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from types import MappingProxyType

from benchwright.errors import UnknownLanguage
from benchwright.languages.language import Language
from benchwright.languages.load import index_extensions, index_names, load


@functools.cache
def languages() -> Mapping[str, Language]:
    """Every language we know, by id, sorted."""
    return MappingProxyType(load(Path(__file__).parent))


def find_language(name: str) -> Language:
    """The language with this id, alias or foreign name, in any case."""
    index = _names()
    try:
        return index[name.strip().casefold()]
    except KeyError:
        raise UnknownLanguage(f"unknown language {name!r}", hint=_advice(name, index)) from None


def language_of_file(path: str | PurePath) -> Language | None:
    """The language of a file by its extension, the longest known one first."""
    index = _extensions()
    parts = PurePath(path).name.split(".")[1:]
    extensions = ["." + ".".join(parts[start:]) for start in range(len(parts))]
    for extension in (*extensions, *(extension.lower() for extension in extensions)):
        if extension in index:
            return index[extension]
    return None


@functools.cache
def _names() -> Mapping[str, Language]:
    return index_names(languages())


@functools.cache
def _extensions() -> Mapping[str, Language]:
    return index_extensions(languages())


def _advice(name: str, index: Mapping[str, Language]) -> str:
    close = difflib.get_close_matches(name.strip().casefold(), index, n=9)
    nearest = list(_one_per_language(close, index))[:3]
    question = f"did you mean {' or '.join(nearest)}? " if nearest else ""
    return f"{question}`benchwright languages` lists all"


def _one_per_language(names: Iterable[str], index: Mapping[str, Language]) -> Iterable[str]:
    best: dict[str, str] = {}
    for name in names:
        best.setdefault(index[name].id, name)
    return best.values()
