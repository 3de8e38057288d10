"""Resolve requirements to a lock, and split conflicting requirement sets into as few environments as possible."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchwright.environments.installers import Installer, installer_for, parse_requirements
from benchwright.environments.lock import Lock
from benchwright.environments.policy import Policy
from benchwright.errors import CannotResolve, IndexUnreachable, InstallFailed, UsageError
from benchwright.languages.prepare import cache_folder
from benchwright.sandbox import Sandbox

REMEMBERED_S = 7 * 24 * 3600.0


async def resolve(language_id: str, requirements: Iterable[str], policy: Policy, sandbox: Sandbox) -> Lock:
    """Pin all packages that the requirements need together. Raises CannotResolve with the reason; its subclasses
    InstallFailed and IndexUnreachable mean that a retry may succeed."""
    installer = installer_for(language_id)
    lines = parse_requirements(language_id, requirements)
    check_mirror(policy)
    file = _remembered_file(installer, lines, policy)
    lock = _remembered(file)
    if lock is None:
        try:
            async with asyncio.timeout(policy.timeout_s):
                packages = await installer.resolve(lines, policy, sandbox)
        except TimeoutError:
            raise InstallFailed(
                f"resolving took longer than {policy.timeout_s:g} s", "raise the timeout, or request fewer packages"
            ) from None
        except OSError as error:
            raise InstallFailed(
                f"cannot resolve: {error.strerror or error}", "check whether the disk is full"
            ) from None
        lock = Lock(language=installer.language, requirements=lines, packages=packages)
        policy.check_packages(lock.packages)
        _remember(file, lock)
    return lock


def check_mirror(policy: Policy) -> None:
    """Raise UsageError if the mirror does not exist, which is the user's mistake rather than a missing package."""
    if policy.wheels is not None and not policy.wheels.is_dir():
        raise UsageError(f"no folder of wheels: {policy.wheels}", "check the path")


def _remembered_file(installer: Installer, lines: tuple[str, ...], policy: Policy) -> Path:
    mirror: list[object] = []
    if policy.wheels is not None:
        mirror = [str(policy.wheels.resolve())]
        mirror += [
            (each.name, each.stat().st_mtime_ns, each.stat().st_size) for each in sorted(policy.wheels.iterdir())
        ]
    else:
        mirror = [installer.settings()]
    rules = [sorted(policy.allow), sorted(policy.deny), policy.max_packages, policy.build, mirror]
    key = json.dumps([installer.language, lines, installer.toolchain(), rules])
    return cache_folder() / "environments" / "resolved" / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def _remembered(file: Path) -> Lock | None:
    try:
        if not 0 <= time.time() - file.stat().st_mtime < REMEMBERED_S:
            return None
        return lock_from(json.loads(file.read_bytes()))
    except (OSError, ValueError, UsageError):
        return None


def _remember(file: Path, lock: Lock) -> None:
    """Cache a lock. If that fails, the requirements are simply resolved again next time."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(lock.to_json())
        os.replace(name, file)


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Requirement sets that share an environment, or one that cannot be resolved."""

    keys: tuple[str, ...]
    """Keys of the requirement sets, sorted."""
    lock: Lock | None
    """The shared lock. None: the set cannot be resolved, even on its own."""
    reason: str = ""
    """Why the set cannot be resolved. Empty if it can."""


async def group(
    language_id: str, requirement_sets: Mapping[str, tuple[str, ...]], policy: Policy, sandbox: Sandbox
) -> list[Group]:
    """Split requirement sets into groups. If everything resolves together, there is one group; otherwise each group
    takes as many of the remaining sets as it can, in key order. The same sets always give the same groups."""
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
        """Add as many compatible sets to `base` as possible. Bisection finds the few incompatible ones in few calls."""
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


def lock_from(data: object, place: str = "the lock") -> Lock:
    """Read a lock from JSON data. The data is untrusted, so everything in it is validated."""
    try:
        lock = msgspec.convert(data, Lock)
    except msgspec.ValidationError as error:
        hint = "a lock has language, requirements and packages, as `resolve` returns them"
        raise UsageError(f"{place}: {error}", hint) from None
    installer = installer_for(lock.language)
    if installer.language != lock.language or parse_requirements(lock.language, lock.requirements) != lock.requirements:
        raise UsageError(f"{place}: the requirements are not in their normal form", "re-create the lock")
    for package in lock.packages:
        if not installer.is_sound(package):
            raise UsageError(f"{place}: invalid package: {package.name[:80]!r}", "re-create the lock")
    return lock
