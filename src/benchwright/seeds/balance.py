"""The order of seeds: round the repositories, and in each round its files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from benchwright.seeds.seed import Origin

Item = TypeVar("Item")


class Placed(Protocol):
    """What comes from somewhere."""

    @property
    def origin(self) -> Origin:
        """Where it comes from."""
        ...


PlacedItem = TypeVar("PlacedItem", bound=Placed)


def balanced(seeds: Iterable[PlacedItem]) -> Iterator[PlacedItem]:
    """Each repository in turn gives one seed, each time from another of its files. The files come in the order of
    their digests: in that of their names, the first few would all be of one folder."""
    groups = _grouped(seeds, lambda seed: seed.origin.source)
    return round_robin(_by_file(group) for _, group in sorted(groups.items()))


def _by_file(seeds: list[PlacedItem]) -> Iterator[PlacedItem]:
    files = _grouped(seeds, lambda seed: seed.origin.path)
    return round_robin(iter(files[path]) for path in sorted(files, key=_digest))


def round_robin(sequences: Iterable[Iterator[Item]]) -> Iterator[Item]:
    """The first of each, then the second of each, and so on."""
    waiting = list(sequences)
    while waiting:
        still: list[Iterator[Item]] = []
        for sequence in waiting:
            for item in sequence:
                yield item
                still.append(sequence)
                break
        waiting = still


def _grouped(seeds: Iterable[PlacedItem], key: Callable[[PlacedItem], str]) -> dict[str, list[PlacedItem]]:
    groups: dict[str, list[PlacedItem]] = {}
    for seed in seeds:
        groups.setdefault(key(seed), []).append(seed)
    return groups


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="surrogateescape")).digest()
