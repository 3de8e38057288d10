"""The packages that the examples of a job need. Resolutions are stored in the job: resuming it, or replaying a
recording, installs the same packages whatever the registry contains by then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchwright.environments import (
    CannotResolve,
    Group,
    IndexUnreachable,
    Lock,
    Policy,
    group,
    install,
    parse_requirements,
    resolve,
)
from benchwright.environments.installers import installer_for
from benchwright.jobs import Store
from benchwright.sandbox import Sandbox

LOCK_STEP = "environment"
"""Step that stores the resolutions of a job."""
LOCKS_FILE = "environments.jsonl"
"""File of a recording with its resolutions."""


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A stored resolution."""

    asked: str
    groups: tuple[Group, ...]


class Packages:
    """Resolves, pins and installs packages for one job."""

    def __init__(self, store: Store, policy: Policy, sandbox: Sandbox) -> None:
        self._store = store
        self._policy = policy
        self._sandbox = sandbox

    async def lock(self, language: str, requirements: tuple[str, ...]) -> Lock:
        """Resolve the requirements. Raises CannotResolve with the reason."""
        asked = _lock_key(language, {"": parse_requirements(language, requirements)})
        kept = self._stored(asked)
        if kept is None:
            kept = self._put(asked, [await self._alone(language, requirements)])
        found = kept[0].lock
        if found is None:
            raise CannotResolve(kept[0].reason, "")
        return found

    async def _alone(self, language: str, requirements: tuple[str, ...]) -> Group:
        try:
            lock = await resolve(language, requirements, self._policy, self._sandbox)
        except IndexUnreachable:
            raise
        except CannotResolve as error:
            return Group(keys=("",), lock=None, reason=str(error))
        return Group(keys=("",), lock=lock)

    async def install(self, lock: Lock) -> str:
        """Install the packages and return the name of their environment."""
        return await install(lock, self._policy, self._sandbox)

    async def combine(self, language: str, sets: Mapping[str, tuple[str, ...]]) -> tuple[Group, ...]:
        """Return as few environments as possible that cover all of these requirement sets."""
        asked = _lock_key(language, sets)
        kept = self._stored(asked)
        if kept is None:
            kept = self._put(asked, await group(language, sets, self._policy, self._sandbox))
        return kept

    def _stored(self, asked: str) -> tuple[Group, ...] | None:
        data = self._store.done(LOCK_STEP, asked)
        return msgspec.json.decode(data, type=_Kept).groups if data else None

    def _put(self, asked: str, groups: Iterable[Group]) -> tuple[Group, ...]:
        kept = _Kept(asked=asked, groups=tuple(groups))
        self._store.put(LOCK_STEP, asked, msgspec.json.encode(kept))
        return kept.groups


def can_install(language: str) -> bool:
    """Whether benchwright can install packages of this language."""
    try:
        installer_for(language)
    except CannotResolve:
        return False
    return True


def read_locks(store: Store, file: Path) -> None:
    """Load the resolutions of a recording into the store."""
    for line in file.read_bytes().splitlines() if file.exists() else ():
        asked = msgspec.json.decode(line, type=_Kept).asked
        if not store.done(LOCK_STEP, asked):
            store.put(LOCK_STEP, asked, line)


def _lock_key(language: str, sets: Mapping[str, tuple[str, ...]]) -> str:
    return msgspec.json.encode([language, sorted((key, *lines) for key, lines in sets.items())]).decode()
