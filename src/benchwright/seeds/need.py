"""Which units of a file those need that are kept, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchwright.seeds.units import Unit


class Index:
    """The units of a file by what they are asked for with."""

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.always = frozenset(index for index, unit in enumerate(units) if unit.always and unit.holder is None)
        self.top: dict[str, list[int]] = {}
        self.methods: dict[str, list[int]] = {}
        self.of_holder: dict[int, list[int]] = {}
        self.of_owner: dict[str, list[int]] = {}
        for index, unit in enumerate(units):
            if unit.holder is not None:
                self.of_holder.setdefault(unit.holder, []).append(index)
            if unit.owner:
                self.of_owner.setdefault(unit.owner, []).append(index)
            by_name = self.methods if unit.owner or unit.holder is not None else self.top
            for name in unit.names:
                by_name.setdefault(name, []).append(index)


class Need:
    """What one function needs. Each unit is asked for once at most."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._kept: set[int] = set()
        self._asked: set[int] = set()
        self._words: set[str] = set()

    def after(self, new: Iterable[int], uses: frozenset[str]) -> list[int]:
        """The units that are asked for now that those are kept too; `uses` are the top-level names that they use."""
        new = set(new)
        first = not self._kept
        self._kept |= new
        self._asked |= new
        words = frozenset[str]().union(*(self._index.units[index].words for index in new)) - self._words
        self._words |= words
        wanted = set(self._index.always if first else ())
        for name in uses:
            wanted.update(self._index.top.get(name, ()))
        wanted.update(each for each in self._methods(new, words) if self._is_mentioned(each))
        wanted -= self._asked
        self._asked |= wanted
        return sorted(wanted)

    def _methods(self, new: set[int], words: frozenset[str]) -> Iterator[int]:
        """The methods of types that came, and those whose names did."""
        for index in new:
            yield from self._index.of_holder.get(index, ())
        for word in words:
            yield from self._index.methods.get(word, ())
            yield from self._index.of_owner.get(word, ())

    def _is_mentioned(self, index: int) -> bool:
        """Any word after a dot may mean a method, so its type must be there too."""
        unit = self._index.units[index]
        if unit.holder is not None and unit.holder not in self._kept:
            return False
        if unit.owner and unit.holder is None and unit.owner not in self._words:
            return False
        return unit.always or not unit.names.isdisjoint(self._words)
