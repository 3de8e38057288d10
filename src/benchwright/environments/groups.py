"""Splits requirement sets that do not go together into few environments."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.environments.lock import Lock
from benchwright.environments.policy import Policy
from benchwright.environments.requirement import parse_requirements
from benchwright.environments.resolving import resolve
from benchwright.errors import CannotResolve, IndexUnreachable
from benchwright.sandbox import Sandbox


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Requirement sets that share an environment, or one that cannot have any."""

    keys: tuple[str, ...]
    """Of the sets, sorted."""
    lock: Lock | None
    """None where the set cannot be resolved even alone."""
    reason: str = ""
    """Why it cannot."""


async def group(
    language_id: str, requirement_sets: Mapping[str, tuple[str, ...]], policy: Policy, sandbox: Sandbox
) -> list[Group]:
    """One group if everything resolves together; else each takes as many of the remaining sets as it can, in the order
    of their keys. The same sets give the same groups."""
    return await _Grouping(language_id, requirement_sets, policy, sandbox).groups()


class _Grouping:
    def __init__(self, language_id: str, sets: Mapping[str, tuple[str, ...]], policy: Policy, sandbox: Sandbox) -> None:
        self.language_id, self.policy, self.sandbox = language_id, policy, sandbox
        self.keys: dict[tuple[str, ...], list[str]] = {}
        for key in sorted(sets):
            self.keys.setdefault(parse_requirements(language_id, sets[key]), []).append(key)
        self.impossible: dict[tuple[str, ...], str] = {}
        self.lock: Lock | None = None

    async def groups(self) -> list[Group]:
        remaining = list(self.keys)
        found: list[Group] = []
        while remaining:
            self.lock = None
            chosen = await self._grown([], remaining)
            if self.lock is not None:
                found.append(Group(keys=self._keys_of(chosen), lock=self.lock))
            remaining = [each for each in remaining if each not in chosen and each not in self.impossible]
        alone = [Group(keys=self._keys_of([each]), lock=None, reason=why) for each, why in self.impossible.items()]
        return found + alone

    async def _grown(self, base: list[tuple[str, ...]], others: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """`base` with as many of the others as go with it. Halving finds the few that do not in few calls."""
        try:
            asked = {line for each in (*base, *others) for line in each}
            self.lock = await resolve(self.language_id, asked, self.policy, self.sandbox)
            return base + others
        except IndexUnreachable:
            raise
        except CannotResolve as error:
            if len(others) == 1:
                if not base:
                    self.impossible[others[0]] = str(error)
                return base
        middle = len(others) // 2
        grown = await self._grown(base, others[:middle])
        return await self._grown(grown, others[middle:])

    def _keys_of(self, sets: list[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(sorted(key for each in sets for key in self.keys[each]))
