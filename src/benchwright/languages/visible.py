"""Which paths a program in the sandbox can see: the system directories and the homes of its toolchain."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

SYSTEM_DIRECTORIES = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Always shown in the sandbox, so never a home."""

_LONGEST_LINK_CHAIN = 40


def is_inside(path: str, directories: Iterable[str]) -> bool:
    """Whether the path is one of the directories or below one, by its text."""
    return any(path == directory or path.startswith(directory.rstrip("/") + "/") for directory in directories)


def reachable(executable: str, homes: Iterable[str]) -> str:
    """The executable's path as it stands if all links on the way to the file are visible, else the file's own path.

    A path is kept where possible because some programs act by the name they are called with.
    """
    visible = (*SYSTEM_DIRECTORIES, *homes)
    if all(is_inside(step, visible) for step in _link_chain(executable)):
        return executable
    return os.path.realpath(executable)


def outermost_homes(directories: Iterable[str]) -> tuple[str, ...]:
    """The directories to show: as named and as their links resolve, without what is shown anyway."""
    paths = dict.fromkeys(path for each in directories for path in (os.path.abspath(each), os.path.realpath(each)))
    candidates = [path for path in paths if not is_inside(path, SYSTEM_DIRECTORIES) and os.path.exists(path)]
    return tuple(path for path in candidates if not is_inside(path, (other for other in candidates if other != path)))


def shows_too_much(directory: str) -> bool:
    """Whether showing the directory would show the user's whole home directory to untrusted programs."""
    home = os.path.realpath(Path.home())
    return directory == "/" or (home != "/" and is_inside(home, [directory]))


def _link_chain(path: str) -> Iterator[str]:
    """The path and what each link leads to in turn, each in a directory whose own links are resolved."""
    for _ in range(_LONGEST_LINK_CHAIN):
        yield path
        folder = os.path.realpath(os.path.dirname(path))
        path = os.path.join(folder, os.path.basename(path))
        yield path
        if not os.path.islink(path):
            return
        path = os.path.normpath(os.path.join(folder, os.readlink(path)))
