"""Resolve a source's name: a file or folder of code, a git repository, rows of a file, or a dataset."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.seeds.licences import FILE, Licences
from benchwright.seeds.material import (
    MOST_BYTES,
    Entry,
    Material,
    OwnModules,
    decoded,
    is_skipped_folder,
    source_text,
    tree_material,
)
from benchwright.seeds.repository import is_repository, read_remote, read_repository
from benchwright.seeds.rows import SUFFIXES, read_dataset, read_parquet, read_rows
from benchwright.seeds.seed import Origin, SeedOptions


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


__all__ = ["Material", "open_source"]

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
