"""What every kind of source gives: texts, and what the tree that they are from calls its own modules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from benchwright.seeds.imports import OwnModules
from benchwright.seeds.licences import FILE, Licences, licence_of_head
from benchwright.seeds.places import MOST_BYTES, is_skipped, language_id_of
from benchwright.seeds.seed import Origin, SeedOptions, SourceText


class Material(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of one tree or file."""

    texts: Iterator[SourceText]
    """Read as they are asked for."""
    own: OwnModules
    """What its modules are called."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A file of a tree, not yet read."""

    path: str
    """With slashes, from the top of the tree."""
    bytes: int
    """Its size."""
    key: str
    """What its reader finds it by."""


Read = Callable[[list[Entry]], Iterable[tuple[Entry, bytes]]]
"""Reads files, in the order in which they are given; those that cannot be read are left out."""


def tree_material(
    entries: list[Entry], read: Read, origin: Origin, options: SeedOptions, *, above: str = ""
) -> Material:
    """The code in a tree of files; `above` is the licence of what the tree is a part of."""
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
    """A file's text with its origin; what it says of its licence goes before what its folder says."""
    licence = licence_of_head(text) or licence
    shown = path.encode(errors="surrogateescape").decode(errors="replace")
    return SourceText(
        text=text,
        language=language_id_of(path),
        origin=msgspec.structs.replace(origin, path=shown, licence=licence),
        dropped=dropped,
    )


def decoded(data: bytes) -> tuple[str, str]:
    """The text of a file, and why it has none: `binary`."""
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
