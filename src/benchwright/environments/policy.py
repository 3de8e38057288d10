"""What may be installed here: limits on packages, and which packages suit this machine."""

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
    """Whether its own words allow this machine."""
    return all(_allows(package.details.get(key), value) for key, value in _own().items())


def places_wanted(packages: Iterable[Package], roots: Iterable[str]) -> set[str]:
    """Where packages must lie if `roots` are asked for. Only one that nothing but packages for other machines needs may
    be absent."""
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
    """A name allows itself; one with `!` before it forbids itself and allows the others."""
    names = [said] if isinstance(said, str) else said
    if not isinstance(names, list | tuple) or not names or "any" in names:
        return True
    only = [name for name in names if not str(name).startswith("!")]
    return f"!{value}" not in names and (not only or value in only)


def _usable(known: Mapping[str, Package]) -> set[str]:
    """Without those for other machines, and those that cannot do without one of them."""
    usable = {place for place, each in known.items() if suits(each)}
    needs = {place: set(_needs(known, place, ("dependencies",))) for place in usable}
    while lost := {place for place in usable if not needs[place] <= usable}:
        usable -= lost
    return usable


def _needs(known: Mapping[str, Package], place: str, kinds: tuple[str, ...]) -> Iterator[str]:
    """The places where node finds what a package asks for: beside it, or in a folder above."""
    names = {name: None for kind in kinds for name in known[place].details.get(kind, {})}
    for name in names:
        folder = f"{place}/"
        while f"{folder}node_modules/{name}" not in known and folder:
            folder = folder.rpartition("node_modules/")[0]
        if f"{folder}node_modules/{name}" in known:
            yield f"{folder}node_modules/{name}"


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of resolving and installing."""

    allow: tuple[str, ...] = ()
    """Names of packages, also with * and ?. If there are any, every package must be among them, also those that others
    need."""
    deny: tuple[str, ...] = ()
    """Packages that are refused, also where others need them."""
    wheels: Path | None = None
    """An offline mirror: a folder of wheels. Nothing else is asked."""
    max_packages: int = 256
    """In one environment, without those for other machines. Sets of npm are wide: a web framework has 80."""
    max_bytes: int = 600 << 20
    """Of all installed files together."""
    timeout_s: float = 300.0
    """For one resolution, and for one installation."""
    build: bool = True
    """Whether packages without wheels may be built from their source, in the sandbox."""

    def check_names(self, names: Iterable[str]) -> None:
        """Refuse names that are denied or not allowed."""
        for name in map(_normal, names):
            if any(fnmatch.fnmatchcase(name, _normal(pattern)) for pattern in self.deny):
                raise CannotResolve(f"the package {name} is denied", "it is in the deny list; leave it out")
            if self.allow and not any(fnmatch.fnmatchcase(name, _normal(pattern)) for pattern in self.allow):
                raise CannotResolve(
                    f"the package {name} is not among those that are allowed",
                    "add it to the allow list, or leave it out",
                )

    def check_packages(self, packages: tuple[Package, ...]) -> None:
        """Refuse a finished resolution that holds too much or the wrong things."""
        self.check_names(each.name for each in packages)
        count = sum(suits(package) or not package.details.get("optional") for package in packages)
        if count > self.max_packages:
            raise CannotResolve(f"{count} packages are more than {self.max_packages}", "ask for fewer")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
