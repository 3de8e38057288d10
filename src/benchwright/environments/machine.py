"""Which packages of a lock belong onto this machine. Those of npm can say which machines they are for."""

from __future__ import annotations

import functools
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping

from benchwright.environments.lock import Package

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
