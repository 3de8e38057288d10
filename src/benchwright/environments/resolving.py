"""From requirements to a lock. A resolution is remembered for some days."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from benchwright.environments.installers import Installer, installer_for
from benchwright.environments.lock import Lock, lock_from
from benchwright.environments.policy import Policy
from benchwright.environments.requirement import parse_requirements
from benchwright.errors import InstallFailed, UsageError
from benchwright.languages.prepare import cache_folder
from benchwright.sandbox import Sandbox

REMEMBERED_S = 7 * 24 * 3600.0


async def resolve(language_id: str, requirements: Iterable[str], policy: Policy, sandbox: Sandbox) -> Lock:
    """Pin everything that the requirements need together. Raises CannotResolve with the reason; InstallFailed and
    IndexUnreachable are those of them that another attempt may not meet."""
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
                f"resolving took longer than {policy.timeout_s:g} s", "allow more time, or ask for fewer packages"
            ) from None
        except OSError as error:
            raise InstallFailed(f"cannot resolve: {error.strerror or error}", "see whether the disk is full") from None
        lock = Lock(language=installer.language, requirements=lines, packages=packages)
        policy.check_packages(lock.packages)
        _remember(file, lock)
    return lock


def check_mirror(policy: Policy) -> None:
    """A mirror that is not there is a mistake of the user, not a missing package."""
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
    """Not being able to is no failure: it is resolved again next time."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(lock.to_json())
        os.replace(name, file)
