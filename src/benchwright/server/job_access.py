"""Whether the workers will be able to read the jobs that they are to show; told before anything listens."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.jobs.named import check_directory
from benchwright.server.logs import Log
from benchwright.server.privileges import become

_MOST = 100
"""So many are named."""


class _Unreadable(msgspec.Struct, frozen=True):
    """Something that cannot be read."""

    path: str
    """Which."""
    named: bool
    """Whether it is what the user named, and not only something below it."""


def check_jobs(paths: Sequence[Path], user: pwd.struct_passwd | None, log: Log, *, read_all: bool) -> None:
    """A path that is not there, or that workers cannot look into, is wrong use; a single job among others that they
    cannot read is logged, and the page says so too."""
    if not paths:
        return
    from benchwright.report.site.page import built_assets

    built_assets()
    for path in paths:
        check_directory(path)
    name = user.pw_name if user is not None else "this user"
    for found in _seen_by(user, paths, read_all=read_all) if user is not None else list(_unreadable(paths)):
        message = f"{name} cannot read {found.path}"
        if found.named:
            raise UsageError(message, f"let {name} read it (chmod -R o+rX), or name its owner with --user")
        log.write("warning", message, hint="the explorer leaves it out")


def _unreadable(paths: Sequence[Path]) -> Iterator[_Unreadable]:
    """As seen by the process that asks."""
    from benchwright.jobs.job import find_jobs
    from benchwright.server.job_heads import refuse_unreadable

    for path in paths:
        closed: list[Path] = []
        for job in find_jobs(path, closed.append):
            try:
                refuse_unreadable(job)
            except (UsageError, OSError):
                closed.append(job)
        yield from (_Unreadable(str(each), each == path) for each in closed)


def _seen_by(user: pwd.struct_passwd, paths: Sequence[Path], *, read_all: bool) -> list[_Unreadable]:
    """As seen by a worker: a child becomes what a worker becomes, and looks."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            become(user, read_all=read_all)
            os.write(write, msgspec.json.encode(list(_unreadable(paths))[:_MOST]))
            os._exit(0)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise UsageError(f"{user.pw_name} cannot look for jobs", "name another user with --user")
    return msgspec.json.decode(said, type=list[_Unreadable])
