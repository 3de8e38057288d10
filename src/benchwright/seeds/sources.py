"""What a source's name can mean: a file or folder of code, a git repository, rows of a file, a dataset of the Hub."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.seeds.folder import read_file, read_folder
from benchwright.seeds.material import Material
from benchwright.seeds.repository import is_repository, read_remote, read_repository
from benchwright.seeds.rows import SUFFIXES, read_rows
from benchwright.seeds.seed import SeedOptions
from benchwright.seeds.tables import read_dataset, read_parquet

__all__ = ["Material", "open_source"]

_ADDRESS = re.compile(r"(?:https?|ssh|git|file)://\S+|[\w.-]+@[\w.-]+:[^\s@]\S*")
_DATASET = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*(:[\w.-]+)?(@[\w.-]+)?")
_FOREIGN = re.compile(r"\w[\w+.-]*::|\w[\w+.-]*://")


def open_source(name: str, options: SeedOptions) -> Iterator[Material]:
    """What the name means. Files and folders come first; the network is asked last."""
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
        raise UsageError(
            f"cannot read {name}: not an address that is fetched", "https, ssh, git and file addresses are"
        )
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
    """Address and commit: what follows an @ that stands after the host."""
    start = name.find("/", name.find("://") + 3) if "://" in name else name.find(":")
    at = name.rfind("@")
    return (name[:at], name[at + 1 :]) if at > start >= 0 else (name, "")


def _one_commit(commit: str, options: SeedOptions) -> str:
    if commit and options.commit and commit != options.commit:
        raise UsageError(f"two commits are named: {commit} and {options.commit}", "name one of them")
    return commit or options.commit
