"""Install a lock into a folder that programs can run with: atomically, and only once."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import msgspec

from benchwright.environments.installers import Installer, installer_for
from benchwright.environments.lock import Lock
from benchwright.environments.policy import Policy
from benchwright.environments.process import bytes_in
from benchwright.environments.resolving import check_mirror, lock_from
from benchwright.errors import CannotResolve, InstallFailed, UsageError
from benchwright.sandbox import Sandbox
from benchwright.sandbox.environment import home

RECORD_FILE = "installed.json"
_LOOK_EVERY_S = 0.05


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """The record stored in an environment next to its packages."""

    lock: Lock
    """The lock that was installed."""
    toolchain: str
    """The toolchain that it was built for."""
    size_bytes: int
    """Total size of all its files."""
    made_at: float
    """Creation time, in seconds since 1970."""


def environments_folder() -> Path:
    """Return the folder that contains all environments."""
    return home() / "environments"


async def install(lock: Lock, policy: Policy, sandbox: Sandbox) -> str:
    """Install the lock's environment, unless it exists for this toolchain, and return its name."""
    lock = lock_from(msgspec.to_builtins(lock), "the lock")
    installer = installer_for(lock.language)
    check_mirror(policy)
    policy.check_packages(lock.packages)
    if not _is_here(lock, installer):
        async with _alone(lock.name):
            if not _is_here(lock, installer):
                await _make(lock, installer, policy, sandbox)
    return lock.name


def read_installed(name: str) -> Installed | None:
    """Read an environment's record. None if it does not exist or was not created by benchwright."""
    try:
        return msgspec.json.decode((environments_folder() / name / RECORD_FILE).read_bytes(), type=Installed)
    except (OSError, msgspec.DecodeError):
        return None


def installed_environments() -> dict[str, Installed]:
    """Return the environments created by benchwright, by name."""
    names = sorted(path.name for path in environments_folder().glob("*") if not path.name.startswith("."))
    return {name: found for name in names if (found := read_installed(name)) is not None}


async def remove_environment(name: str) -> None:
    """Remove an environment, although it is read-only."""
    async with _alone(name):
        half = Path(tempfile.mkdtemp(prefix=f".half-{name}-", dir=environments_folder()))
        (environments_folder() / name).rename(half / "old")
        await asyncio.to_thread(_remove, half)


def _is_here(lock: Lock, installer: Installer) -> bool:
    found = read_installed(lock.name)
    return found is not None and found.toolchain == installer.toolchain() and found.lock.identity == lock.identity


@contextlib.asynccontextmanager
async def _alone(name: str) -> AsyncIterator[None]:
    """Hold an exclusive lock on an environment, across processes and tasks."""
    try:
        environments_folder().mkdir(parents=True, exist_ok=True)
        descriptor = os.open(environments_folder() / f".{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        message = f"cannot write {environments_folder()}: {error.strerror}"
        raise UsageError(message, "set BENCHWRIGHT_HOME to a writable folder") from None
    try:
        while True:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            await asyncio.sleep(_LOOK_EVERY_S)
        yield
    finally:
        os.close(descriptor)


async def _make(lock: Lock, installer: Installer, policy: Policy, sandbox: Sandbox) -> None:
    """Fill a temporary folder and rename it, so that a partial installation is never mistaken for a complete one."""
    for left in environments_folder().glob(f".half-{lock.name}-*"):  # left by a killed process
        await asyncio.to_thread(_remove, left)
    half = Path(tempfile.mkdtemp(prefix=f".half-{lock.name}-", dir=environments_folder()))
    work = half / "work"
    try:
        try:
            work.mkdir()
            async with asyncio.timeout(policy.timeout_s):
                await installer.install(lock, work, policy, sandbox)
        except TimeoutError:
            raise InstallFailed(
                f"installing took longer than {policy.timeout_s:g} s", "raise the timeout, or request fewer packages"
            ) from None
        await asyncio.to_thread(_finish, lock, installer, half, policy)
    except OSError as error:
        raise InstallFailed(f"cannot install: {error.strerror or error}", "check whether the disk is full") from None
    finally:
        await asyncio.to_thread(_remove, half)


def _finish(lock: Lock, installer: Installer, half: Path, policy: Policy) -> None:
    whole = half / "whole"
    for place in installer.mounts:
        (whole / place).parent.mkdir(parents=True, exist_ok=True)
        (half / "work" / place).rename(whole / place)
    size_bytes = bytes_in(whole)
    if size_bytes > policy.max_bytes:
        raise CannotResolve(
            f"the packages are larger than {policy.max_bytes >> 20} MiB", "request fewer packages, or raise the limit"
        )
    record = Installed(lock=lock, toolchain=installer.toolchain(), size_bytes=size_bytes, made_at=time.time())
    (whole / RECORD_FILE).write_bytes(msgspec.json.encode(record))
    toolchain = f'toolchain = "{record.toolchain}"\n'
    (whole / "environment.toml").write_text(toolchain + _toml({"mounts": installer.mounts, "env": installer.env}))
    _make_read_only(whole)
    target = environments_folder() / lock.name
    if target.exists():  # built for another toolchain, or not created by benchwright
        target.rename(half / "old")
    whole.rename(target)
    _sync(environments_folder())


def _toml(tables: Mapping[str, Mapping[str, str]]) -> str:
    lines = []
    for name, values in tables.items():
        lines += [f"[{name}]", *(f'"{key}" = "{value}"' for key, value in values.items())]
    return "\n".join(lines) + "\n"


def _make_read_only(folder: Path) -> None:
    """Make everything readable by all and writable by no one, and sync it to disk before it gets its final name."""
    for place, _, names in os.walk(folder, topdown=False):
        for path in (os.path.join(place, name) for name in names):
            if not os.path.islink(path):
                os.chmod(path, 0o444 | (0o111 if os.stat(path).st_mode & stat.S_IXUSR else 0))
                _sync(Path(path))
        # The top folder stays writable for its owner, or it could not be moved.
        os.chmod(place, 0o755 if place == str(folder) else 0o555)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(folder: Path) -> None:
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o755)
    shutil.rmtree(folder, ignore_errors=True)
