"""Resolve a source's name: a file or folder of code, a git repository, or rows of code from JSONL (optionally gzipped),
Parquet files and datasets of the Hugging Face Hub."""

from __future__ import annotations

import gzip
import importlib
import itertools
import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.languages import find_language
from benchwright.seeds.licences import FILE, Licences, licence_of_head, normal
from benchwright.seeds.material import (
    MOST_BYTES,
    Entry,
    Material,
    OwnModules,
    decoded,
    is_skipped_folder,
    language_id_of,
    source_text,
    tree_material,
)
from benchwright.seeds.repository import is_repository, public_name, read_remote, read_repository
from benchwright.seeds.seed import Origin, SeedOptions, SourceText

_PERMALINK = re.compile(
    r"https?://[^/]+/[^/]+/[^/]+/(?:-/)?blob/(?P<commit>[0-9a-f]{7,64})/[^#]*#L(?P<line>\d{1,7})(?:-L(?P<end>\d{1,7}))?"
)


def with_address(origin: Origin, address: str) -> Origin:
    """Return the origin with the commit and the lines that the address contains."""
    found = _PERMALINK.fullmatch(address)
    if found is None:
        return origin
    line = int(found["line"])
    end = max(line, int(found["end"] or line))
    return msgspec.structs.replace(origin, commit=origin.commit or found["commit"], line=line, end_line=end)


SUFFIXES = (".jsonl", ".jsonl.gz")
_TEXT = ("text", "content")
_TEXT_WITH_TARGET = (*_TEXT, "context", "original_string", "whole_func_string", "code", "func_code_string")
"""Fields of a row that names a function: the file around it, as in CodeBenchGen, or only the function, as in
CodeSearchNet."""
_LICENCE = ("licence", "license", "licenses", "max_stars_repo_licenses")
_REPOSITORY = ("repo", "repository", "repo_name", "repository_name", "max_stars_repo_name")
_PATH = ("path", "func_path_in_repository", "max_stars_repo_path")


def read_rows(file: Path, options: SeedOptions) -> Iterator[Material]:
    """Read the rows of a JSONL file."""
    yield rows_material(_lines(file), file.name, options)


def rows_material(rows: Iterable[tuple[str, Any]], name: str, options: SeedOptions) -> Material:
    """Collect the texts of rows, each given with its place."""
    return Material(texts=(_text_of(place, value, name, options) for place, value in rows), own=OwnModules([]))


def _lines(file: Path) -> Iterator[tuple[str, Any]]:
    number = 0
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield f"{file}:{number}", _decoded(f"{file}:{number}", line)
    except (gzip.BadGzipFile, EOFError) as error:
        raise UsageError(f"{file}:{number + 1}: the file is truncated: {error}", "download it again") from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror or error}", "check the path") from None


def _decoded(place: str, line: bytes) -> Any:
    try:
        return msgspec.json.decode(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{place}: not UTF-8: {error.reason} at byte {error.start + 1}", "write one JSON object per line"
        ) from None
    except msgspec.DecodeError as error:
        raise UsageError(f"{place}: not JSON: {error}", "write one JSON object per line") from None


def _text_of(place: str, value: Any, name: str, options: SeedOptions) -> SourceText:
    if not isinstance(value, dict):
        raise UsageError(f"{place}: not an object", 'write rows as {"text": …, "language": …}')
    target = _field(place, value, ("func_name",))
    text = _field(place, value, _TEXT_WITH_TARGET if target else _TEXT)
    if not text:
        raise UsageError(f"{place}: no `text` or `content`", 'write rows as {"text": …, "language": …}')
    path = _field(place, value, _PATH).lstrip("/")
    named = _field(place, value, ("language", "lang"))
    language = _language(named) or language_id_of(path)
    if target and not (named or path):
        language = "python"  # like all fragments of the original CodeBenchGen
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
    """Return the first of the fields that is present and not null."""
    for name in names:
        found = value.get(name)
        if found is not None:
            if not isinstance(found, str):
                raise UsageError(f"{place}: `{name}` is not a string", "use a string, or omit the field")
            return found
    return ""


def _licence(place: str, value: dict[str, Any]) -> str:
    """Return one licence, or several that all apply."""
    for name in _LICENCE:
        found = value.get(name)
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return " AND ".join(found)
    return _field(place, value, _LICENCE)


def _language(name: str) -> str:
    """Return the language id; empty for an unknown language."""
    try:
        return find_language(name).id if name else ""
    except UnknownLanguage:
        return ""


_BATCH_ROWS = 64
_MOST_ROWS = 100_000
"""Maximum number of rows to read from one dataset: datasets of code can be larger than any disk."""


def read_parquet(file: Path, options: SeedOptions) -> Iterator[Material]:
    """Read the rows of a Parquet file."""
    yield rows_material(_parquet(file), file.name, options)


def read_dataset(name: str, options: SeedOptions) -> Iterator[Material]:
    """Read the first rows of a dataset on the Hub: `owner/name`, with `:configuration` and `@split` (default:
    train)."""
    yield rows_material(_dataset(name), name, options)


def _parquet(file: Path) -> Iterator[tuple[str, Any]]:
    try:
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{file} is Parquet, which needs pyarrow", "pip install 'benchwright[data]'") from None
    try:
        number = 0
        for batch in parquet.ParquetFile(file).iter_batches(batch_size=_BATCH_ROWS):
            for value in batch.to_pylist():
                number += 1
                yield f"{file}:{number}", value
    except (OSError, ValueError) as error:  # pyarrow's errors are ValueErrors
        raise UsageError(
            f"cannot read {file}: {_first_line(error)}", "check that it is a complete Parquet file"
        ) from None


def _dataset(name: str) -> Iterator[tuple[str, Any]]:
    try:
        datasets: Any = importlib.import_module("datasets")
    except ImportError:
        hint = "check the path; to read datasets of the Hugging Face Hub: pip install 'benchwright[hub]'"
        raise UsageError(
            f"{name} is not a file, and fetching it as a dataset needs the package `datasets`", hint
        ) from None
    whole, _, split = name.partition("@")
    dataset, _, configuration = whole.partition(":")
    try:
        rows = datasets.load_dataset(dataset, configuration or None, split=split or "train", streaming=True)
        for number, value in enumerate(itertools.islice(rows, _MOST_ROWS), start=1):
            yield f"{name}:{number}", value
    except UsageError:
        raise
    except Exception as error:  # of many kinds: no network, no such dataset, no such split
        hint = "check its name and the network; select a part with owner/name:configuration@split"
        raise UsageError(f"cannot load the dataset {whole}: {_first_line(error)}", hint) from None


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def read_folder(folder: Path, options: SeedOptions) -> Iterator[Material]:
    """Read the code in a folder and its subfolders."""
    root = folder.resolve()
    origin = Origin(source=root.name or "root")
    above = licence_above(root)
    yield tree_material(list(_entries(root)), lambda entries: _read(root, entries), origin, options, above=above)


def read_file(file: Path, options: SeedOptions) -> Iterator[Material]:
    """Read the code in one file; its licence may be next to it."""
    file = file.resolve()
    if not file.is_file():
        raise UsageError(f"cannot read {file.name}: not a regular file", "pass a file or folder of source code")
    if file.stat().st_size > MOST_BYTES:
        raise UsageError(f"{file.name} is larger than {MOST_BYTES} bytes", "pass smaller files, or split it")
    try:
        text, fault = decoded(file.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {file.name}: {error.strerror}", "check its permissions") from None
    if fault:
        raise UsageError(f"{file.name} is not UTF-8 text", "pass a file of source code")
    licences = Licences(licence_above(file.parent))
    beside = [Entry(path=each.name, bytes=0, key="") for each in sorted(file.parent.iterdir()) if FILE.match(each.name)]
    for entry, data in _read(file.parent, beside):
        licences.add(entry.path, data[:MOST_BYTES].decode(errors="replace"))
    found = source_text(text, file.name, Origin(source=file.name), licences.of(file.name))
    if not found.language:
        raise UsageError(f"no supported language has files like {file.name}", "list all with `benchwright languages`")
    wanted = not options.languages or found.language in options.languages
    yield Material(texts=iter([found] if wanted else []), own=OwnModules([]))


def licence_above(folder: Path) -> str:
    """Return the licence of the nearest parent folder that has one, within the working copy of a repository; empty
    outside a repository, where parent folders are not part of the project."""
    if (folder / ".git").exists() or not any((each / ".git").exists() for each in folder.parents):
        return ""
    for parent in folder.parents:
        licences = Licences()
        found = [Entry(path=each.name, bytes=0, key="") for each in sorted(parent.iterdir()) if FILE.match(each.name)]
        for entry, data in _read(parent, found):
            licences.add(entry.path, data[:MOST_BYTES].decode(errors="replace"))
        if (name := licences.of("x")) or (parent / ".git").exists():
            return name
    return ""


def _entries(root: Path) -> Iterator[Entry]:
    for at, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not is_skipped_folder(name))
        for name in files:
            file = os.path.join(at, name)
            try:
                status = os.lstat(file)
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode):
                path = os.path.relpath(file, root)
                yield Entry(path=path.replace(os.sep, "/"), bytes=status.st_size, key="")


def _read(root: Path, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
    for entry in entries:
        try:
            # The file may have become a link or a pipe since it was listed.
            opened = os.open(root / entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            continue
        with open(opened, "rb") as file:
            if stat.S_ISREG(os.fstat(opened).st_mode):
                yield entry, file.read(MOST_BYTES + 1)


_ADDRESS = re.compile(r"(?:https?|ssh|git|file)://\S+|[\w.-]+@[\w.-]+:[^\s@]\S*")
_DATASET = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*(:[\w.-]+)?(@[\w.-]+)?")
_FOREIGN = re.compile(r"\w[\w+.-]*::|\w[\w+.-]*://")


def open_source(name: str, options: SeedOptions) -> Iterator[Material]:
    """Resolve a source's name. Files and folders take precedence; the network is used last."""
    path = Path(name)
    if path.is_dir():
        if options.commit or is_repository(path):
            return read_repository(path, options.commit, options)
        return read_folder(path, options)
    if path.exists():
        return _file(path, options)
    bare, at, commit = name.rpartition("@")
    if at and commit and is_repository(Path(bare)):
        return read_repository(Path(bare), _one_commit(commit, options), options)
    if _ADDRESS.fullmatch(name):
        address, commit = _parted(name)
        return read_remote(address, _one_commit(commit, options), options)
    if _FOREIGN.match(name):
        raise UsageError(f"cannot read {name}: unsupported address", "use an https, ssh, git or file address")
    if _DATASET.fullmatch(name) and not name.endswith(SUFFIXES):
        return read_dataset(name, options)
    raise UsageError(f"cannot read {name}: No such file or directory", "check the path")


def _file(path: Path, options: SeedOptions) -> Iterator[Material]:
    if path.name.endswith(".parquet"):
        return read_parquet(path, options)
    if path.name.endswith(SUFFIXES):
        return read_rows(path, options)
    return read_file(path, options)


def _parted(name: str) -> tuple[str, str]:
    """Split an address from its commit: what follows an @ after the host."""
    start = name.find("/", name.find("://") + 3) if "://" in name else name.find(":")
    at = name.rfind("@")
    return (name[:at], name[at + 1 :]) if at > start >= 0 else (name, "")


def _one_commit(commit: str, options: SeedOptions) -> str:
    if commit and options.commit and commit != options.commit:
        raise UsageError(f"two commits are given: {commit} and {options.commit}", "pass only one of them")
    return commit or options.commit
