"""What every source provides: texts, their own code separated from that of others, and the modules they may import."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath

import msgspec

from benchwright.languages import language_of_file
from benchwright.languages.imports import QUOTED, Import
from benchwright.seeds.licences import FILE, Licences, licence_of_head
from benchwright.seeds.seed import Origin, SeedOptions, SourceText

MOST_BYTES = 200_000
"""Larger files are skipped."""
_SKIPPED = frozenset(
    {
        *("node_modules", "bower_components", "jspm_packages", "vendor", "vendored", "_vendor", "third_party"),
        *("thirdparty", "3rdparty", "external", "deps", "Pods", "Carthage", "venv", "virtualenv", "site-packages"),
        *("dist-packages", "__pycache__", "build", "dist", "target", "out", "obj", "_build", "htmlcov", "CVS"),
    }
)
"""Folders with third-party code, build results or version control data. Folders that start with a dot are skipped
too."""
_TEST_FOLDER = re.compile(
    r"(?i)^(unit|integration|e2e)?[-_]?(tests?|specs?|testing|testdata|__tests__|fixtures|benches)$"
)
_TEST_FILE = re.compile(
    r"(?i:conftest|tests?|test[-_.].*|.*[-_.](tests?|spec|unittest))\.[\w+]+$|\w+(Tests?|Spec|TestCase)\.[\w+]+$"
)


def is_skipped(path: str) -> bool:
    """Whether a file is in a folder that is skipped."""
    folders = PurePosixPath(path).parts[:-1]
    return any(part in _SKIPPED or part.startswith(".") for part in folders)


def is_skipped_folder(name: str) -> bool:
    """Whether folders of this name are skipped."""
    return name in _SKIPPED or name.startswith(".")


def is_test(path: str) -> bool:
    """Whether the file, or a folder that contains it, is named like tests."""
    *folders, name = PurePosixPath(path).parts or ("",)
    return any(_TEST_FOLDER.match(folder) for folder in folders) or bool(_TEST_FILE.match(name))


def language_id_of(path: str) -> str:
    """Return the language id for the file's extension; empty if unknown."""
    language = language_of_file(path)
    return language.id if language is not None else ""


_PRAGMA = re.compile(r"use\s+[a-z]+\b(?!::)")
"""Such as Perl's `use strict`."""


class OwnModules:
    """The names of a tree's own modules: a fragment that needs one of them is not self-contained."""

    def __init__(self, paths: list[str], go_module: str = "") -> None:
        tops: set[str] = set()
        for path in paths:
            parts = path.split("/")
            parts = parts[1:] if parts[0] in ("src", "lib", "Lib", "source", "python") and len(parts) > 1 else parts
            tops.add(parts[0].split(".")[0])
        self._tops = frozenset(tops) - sys.stdlib_module_names
        self._go_module = go_module

    def has(self, each: Import, package: str) -> bool:
        """Whether an import is from the same tree: relative, quoted as such, from the file's own package, or named like
        a file or folder at the top of the tree."""
        module = each.module
        if not module or module.startswith("<") or _PRAGMA.match(each.text):
            return False
        if module.startswith((".", '"')) or each.text.startswith("require_relative"):
            return True
        first, *others = re.split(r"[./:\\]+", module)
        if first in ("crate", "super", "self"):
            return True
        if self._go_module and (module == self._go_module or module.startswith(f"{self._go_module}/")):
            return True
        if "/" in module and "internal" in (first, *others):
            return True
        own = re.split(r"[.\\:]+", package)[:2]
        if package and len(own) == len([first, *others][:2]) == 2 and [first, *others][:2] == own:
            return True
        # A quoted path after `import` refers to a package unless it starts with a dot.
        return first in self._tops and not (each.text.startswith("import") and QUOTED.search(each.text))


class Material(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of one tree or file."""

    texts: Iterator[SourceText]
    """The texts, read lazily."""
    own: OwnModules
    """Names of the tree's own modules."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A file in a tree that has not been read yet."""

    path: str
    """Path from the top of the tree, with slashes."""
    bytes: int
    """Size of the file in bytes."""
    key: str
    """Key by which the reader finds the file."""


Read = Callable[[list[Entry]], Iterable[tuple[Entry, bytes]]]
"""Reads files in the given order; unreadable files are skipped."""


def tree_material(
    entries: list[Entry], read: Read, origin: Origin, options: SeedOptions, *, above: str = ""
) -> Material:
    """Collect the code in a tree of files; `above` is the licence of whatever contains the tree."""
    entries = sorted((entry for entry in entries if not is_skipped(entry.path)), key=lambda entry: entry.path)
    notices = [entry for entry in entries if FILE.match(entry.path.rpartition("/")[2]) and entry.bytes <= MOST_BYTES]
    licences = Licences(above)
    for entry, data in read(notices):
        licences.add(entry.path, data.decode(errors="replace"))
    go_module = "".join(_go_module(data) for _, data in read([entry for entry in entries if entry.path == "go.mod"]))
    chosen = [entry for entry in entries if _is_wanted(entry.path, options)]
    own = OwnModules([entry.path for entry in chosen], go_module)
    return Material(texts=_texts(chosen, read, origin, licences), own=own)


def _texts(entries: list[Entry], read: Read, origin: Origin, licences: Licences) -> Iterator[SourceText]:
    for entry in entries:
        if entry.bytes > MOST_BYTES:
            yield source_text("", entry.path, origin, dropped="size")
    for entry, data in read([entry for entry in entries if entry.bytes <= MOST_BYTES]):
        text, dropped = decoded(data)
        yield source_text(text, entry.path, origin, licences.of(entry.path), dropped)


def source_text(text: str, path: str, origin: Origin, licence: str = "", dropped: str = "") -> SourceText:
    """Return a file's text with its origin. A licence declared in the file takes precedence over that of its folder."""
    licence = licence_of_head(text) or licence
    shown = path.encode(errors="surrogateescape").decode(errors="replace")
    return SourceText(
        text=text,
        language=language_id_of(path),
        origin=msgspec.structs.replace(origin, path=shown, licence=licence),
        dropped=dropped,
    )


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and `binary` as the reason if it has none."""
    if b"\0" in data[:8000]:
        return "", "binary"
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return "", "binary"


def _is_wanted(path: str, options: SeedOptions) -> bool:
    language = language_id_of(path)
    return bool(language) and (not options.languages or language in options.languages)


def _go_module(data: bytes) -> str:
    found = re.search(rb"(?m)^module\s+(\S+)", data)
    return found[1].decode(errors="replace") if found else ""
