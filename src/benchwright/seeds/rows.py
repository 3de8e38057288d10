"""Reads rows of code: JSON lines, also gzipped. What is wrong with a row is said with its file and line."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.languages import find_language
from benchwright.seeds.imports import OwnModules
from benchwright.seeds.licences import licence_of_head, normal
from benchwright.seeds.material import Material
from benchwright.seeds.places import MOST_BYTES, language_id_of
from benchwright.seeds.repository import public_name
from benchwright.seeds.row_address import with_address
from benchwright.seeds.seed import Origin, SeedOptions, SourceText

SUFFIXES = (".jsonl", ".jsonl.gz")
_TEXT = ("text", "content")
_TEXT_WITH_TARGET = (*_TEXT, "context", "original_string", "whole_func_string", "code", "func_code_string")
"""In a row that names a function: the file around it as CodeBenchGen has it, or it alone as in CodeSearchNet."""
_LICENCE = ("licence", "license", "licenses", "max_stars_repo_licenses")
_REPOSITORY = ("repo", "repository", "repo_name", "repository_name", "max_stars_repo_name")
_PATH = ("path", "func_path_in_repository", "max_stars_repo_path")


def read_rows(file: Path, options: SeedOptions) -> Iterator[Material]:
    """The rows of a file of JSON lines."""
    yield rows_material(_lines(file), file.name, options)


def rows_material(rows: Iterable[tuple[str, Any]], name: str, options: SeedOptions) -> Material:
    """Texts of rows, each given with its place."""
    return Material(texts=(_text_of(place, value, name, options) for place, value in rows), own=OwnModules([]))


def _lines(file: Path) -> Iterator[tuple[str, Any]]:
    number = 0
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield f"{file}:{number}", _decoded(f"{file}:{number}", line)
    except (gzip.BadGzipFile, EOFError) as error:
        raise UsageError(f"{file}:{number + 1}: the file is cut off: {error}", "fetch it again") from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror or error}", "check the path") from None


def _decoded(place: str, line: bytes) -> Any:
    try:
        return msgspec.json.decode(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{place}: not UTF-8: {error.reason} at byte {error.start + 1}", "one JSON object a line"
        ) from None
    except msgspec.DecodeError as error:
        raise UsageError(f"{place}: not JSON: {error}", "one JSON object a line") from None


def _text_of(place: str, value: Any, name: str, options: SeedOptions) -> SourceText:
    if not isinstance(value, dict):
        raise UsageError(f"{place}: not an object", 'a row is {"text": …, "language": …}')
    target = _field(place, value, ("func_name",))
    text = _field(place, value, _TEXT_WITH_TARGET if target else _TEXT)
    if not text:
        raise UsageError(f"{place}: no `text` or `content`", 'a row is {"text": …, "language": …}')
    path = _field(place, value, _PATH).lstrip("/")
    said = _field(place, value, ("language", "lang"))
    language = _language(said) or language_id_of(path)
    if target and not (said or path):
        language = "python"  # as all fragments of the first CodeBenchGen
    licence = licence_of_head(text) or normal(_licence(place, value))
    repository = _field(place, value, _REPOSITORY)
    origin = Origin(
        source=public_name(repository) if repository else name,
        path=path or place.rpartition("/")[2],
        commit=_field(place, value, ("commit", "sha", "max_stars_repo_head_hexsha")),
        licence=licence,
    )
    if target:
        origin = with_address(origin, _field(place, value, ("url", "func_code_url")))
    unwanted = "language" if options.languages and language not in options.languages else ""
    large = "size" if len(text) > MOST_BYTES else ""
    return SourceText(text=text, language=language, origin=origin, row=True, target=target, dropped=unwanted or large)


def _field(place: str, value: dict[str, Any], names: tuple[str, ...]) -> str:
    """The first of the fields that is there; null is as good as none."""
    for name in names:
        found = value.get(name)
        if found is not None:
            if not isinstance(found, str):
                raise UsageError(f"{place}: `{name}` is no text", "give a string, or leave the field out")
            return found
    return ""


def _licence(place: str, value: dict[str, Any]) -> str:
    """One licence, or several that all hold."""
    for name in _LICENCE:
        found = value.get(name)
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return " AND ".join(found)
    return _field(place, value, _LICENCE)


def _language(name: str) -> str:
    """Our id; a language that we do not know is none."""
    try:
        return find_language(name).id if name else ""
    except UnknownLanguage:
        return ""
