"""Drop privileges: only the launcher needs them, and it starts before the worker gives them up."""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import sys
import sysconfig
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.languages.prepare import cache_folder
from benchwright.languages.toolchain import toolchains_prefix

_DEFAULT = "nobody"
_KEEP_CAPABILITIES, _PARENT_DEATH_SIGNAL, _NO_NEW_PRIVILEGES = 8, 1, 38
_CAPABILITY_VERSION = 0x20080522
_READ_ALL = 1 << 2
"""CAP_DAC_READ_SEARCH: read files and enter folders regardless of their owner."""


def user_to_become(name: str | None) -> pwd.struct_passwd | None:
    """Find the user that workers switch to; None if they keep the current one because this is not root."""
    if os.geteuid() != 0:
        if name is not None and name != pwd.getpwuid(os.geteuid()).pw_name:
            raise UsageError(f"cannot switch to user {name}", "only root can switch users: omit --user")
        return None
    try:
        user = pwd.getpwnam(name or _DEFAULT)
    except KeyError:
        raise UsageError(f"unknown user {name or _DEFAULT!r}", "pass an existing user with --user") from None
    if user.pw_uid == 0:
        raise UsageError("workers must not run as root", "pass another user with --user")
    return user


def unreadable_folder(user: pwd.struct_passwd) -> Path | None:
    """Return the first folder, on the path to files that workers must read, that this user cannot enter."""
    needed = (sysconfig.get_path("stdlib"), sys.prefix, __file__, str(cache_folder()), toolchains_prefix())
    for path in map(Path, needed):
        for folder in reversed((path, *path.parents)):
            if folder.is_dir() and not _can_enter(folder, user):
                return folder
    return None


def become(user: pwd.struct_passwd, *, read_all: bool) -> None:
    """Drop all privileges permanently. `read_all` keeps the right to read all files, for a Python or packages that only
    root can read. It does not allow writing, tracing, mounting or killing."""
    os.setgroups([])
    _prctl(_KEEP_CAPABILITIES, 1)
    os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
    os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)
    _keep_capabilities(_READ_ALL if read_all else 0)
    _prctl(_NO_NEW_PRIVILEGES, 1)


def end_with_parent(parent: int) -> None:
    """Send SIGTERM to this process when its parent dies for any reason. Call it after switching users, which resets
    it."""
    _prctl(_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def _can_enter(folder: Path, user: pwd.struct_passwd) -> bool:
    status = folder.stat()
    if status.st_uid == user.pw_uid:
        wanted = 0o500
    elif status.st_gid == user.pw_gid:
        wanted = 0o050
    else:
        wanted = 0o005
    return status.st_mode & wanted == wanted


def _keep_capabilities(kept: int) -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)
    if ctypes.CDLL(None, use_errno=True).capset(header, sets) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
