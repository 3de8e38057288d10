"""What may be installed: limits on packages, and which packages support this machine."""

from __future__ import annotations

import fnmatch
import functools
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchwright.environments.lock import Package
from benchwright.errors import CannotResolve

_PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "i686": "ia32", "armv7l": "arm"}


def suits(package: Package) -> bool:
    """Whether the package's metadata allows this machine's system, CPU and C library."""
    return all(_allows(package.details.get(key), value) for key, value in _own().items())


def places_wanted(packages: Iterable[Package], roots: Iterable[str]) -> set[str]:
    """Return the paths where packages must be installed to satisfy `roots`. A package may be absent only if nothing but
    packages for other machines needs it."""
    known = {each.place: each for each in packages}
    usable = _usable(known)
    wanted: set[str] = set()
    waiting = [f"node_modules/{name}" for name in roots]
    while waiting:
        place = waiting.pop()
        if place in usable and place not in wanted:
            wanted.add(place)
            waiting += _needs(known, place, ("dependencies", "optionalDependencies"))
    return wanted | {place for place, each in known.items() if not each.details.get("optional")}


@functools.cache
def _own() -> Mapping[str, str]:
    processor = platform.machine().lower()
    own = {"os": sys.platform, "cpu": _PROCESSORS.get(processor, processor)}
    if sys.platform == "linux":
        own["libc"] = "glibc" if platform.libc_ver()[0] == "glibc" else "musl"
    return own


def _allows(said: object, value: str) -> bool:
    """Evaluate npm's platform lists: a name allows itself; `!name` forbids itself and allows all others."""
    names = [said] if isinstance(said, str) else said
    if not isinstance(names, list | tuple) or not names or "any" in names:
        return True
    only = [name for name in names if not str(name).startswith("!")]
    return f"!{value}" not in names and (not only or value in only)


def _usable(known: Mapping[str, Package]) -> set[str]:
    """Return the packages that work on this machine, and whose dependencies do."""
    usable = {place for place, each in known.items() if suits(each)}
    needs = {place: set(_needs(known, place, ("dependencies",))) for place in usable}
    while lost := {place for place in usable if not needs[place] <= usable}:
        usable -= lost
    return usable


def _needs(known: Mapping[str, Package], place: str, kinds: tuple[str, ...]) -> Iterator[str]:
    """Return the paths where Node.js finds a package's dependencies: in its folder or one above."""
    names = {name: None for kind in kinds for name in known[place].details.get(kind, {})}
    for name in names:
        folder = f"{place}/"
        while f"{folder}node_modules/{name}" not in known and folder:
            folder = folder.rpartition("node_modules/")[0]
        if f"{folder}node_modules/{name}" in known:
            yield f"{folder}node_modules/{name}"


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """Limits on resolving and installing packages."""

    allow: tuple[str, ...] = ()
    """Package names, optionally with * and ?. If any are given, every package must match, including dependencies."""
    deny: tuple[str, ...] = ()
    """Packages to refuse, even as dependencies. Supports * and ?."""
    wheels: Path | None = None
    """An offline mirror: a folder of wheels to use instead of the index."""
    max_packages: int = 256
    """Maximum number of packages per environment, not counting those for other machines. npm sets are large: a web
    framework has 80."""
    max_bytes: int = 600 << 20
    """Maximum total size of all installed files."""
    timeout_s: float = 300.0
    """Timeout in seconds for one resolution, and for one installation."""
    build: bool = True
    """Whether packages without wheels may be built from source, in the sandbox."""

    def check_names(self, names: Iterable[str]) -> None:
        """Raise CannotResolve for names that are denied or not allowed."""
        for name in map(_normal, names):
            if any(fnmatch.fnmatchcase(name, _normal(pattern)) for pattern in self.deny):
                raise CannotResolve(f"the package {name} is denied", "remove it from the deny list, or do without it")
            if self.allow and not any(fnmatch.fnmatchcase(name, _normal(pattern)) for pattern in self.allow):
                raise CannotResolve(
                    f"the package {name} is not in the allow list",
                    "add it to the allow list, or do without it",
                )

    def check_packages(self, packages: tuple[Package, ...]) -> None:
        """Raise CannotResolve if a resolution has too many packages or refused ones."""
        self.check_names(each.name for each in packages)
        count = sum(suits(package) or not package.details.get("optional") for package in packages)
        if count > self.max_packages:
            hint = "request fewer packages, or raise the limit"
            raise CannotResolve(f"{count} packages exceed the limit of {self.max_packages}", hint)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
