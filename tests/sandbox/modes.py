"""The backends that run programs, and the modes they are tested in. Conformance tests and attacks run in each."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.remote import RemoteSandbox

if TYPE_CHECKING:
    from tests.server.process import Server

NOBODY = 65534
LOCAL_MODES = (pytest.param("local-privileged", marks=pytest.mark.root), "local-unprivileged")
MODES = (*LOCAL_MODES, "remote")
SECRET_NAME = "ATTACK_SECRET"

until_session_ends = contextlib.ExitStack()
"""Closed by tests/conftest.py. An exit handler would be too late: pytest-xdist gives workers ten seconds to exit."""


def open_sandbox(mode: str, *, concurrency: int = 2, warm: bool = True) -> LocalSandbox:
    """Open a sandbox in this local mode."""
    user = NOBODY if mode == "local-unprivileged" and os.geteuid() == 0 else None
    return LocalSandbox(concurrency=concurrency, warm=warm, user=user)


def open_backend(mode: str, *, concurrency: int = 2, warm: bool = True) -> LocalSandbox | RemoteSandbox:
    """Open a sandbox in any mode. A remote one gives up at the first failure, so that tests see it."""
    if mode != "remote":
        return open_sandbox(mode, concurrency=concurrency, warm=warm)
    return RemoteSandbox(service().url, concurrency=concurrency, warm=warm, attempts=1)


@functools.cache
def service() -> Server:
    """A real `benchwright serve`, started on first use and shared by this process."""
    from tests.sandbox.attacks.attack import SECRET
    from tests.server.process import started

    before = dict(os.environ)
    os.environ[SECRET_NAME] = SECRET  # a leak would let programs inherit it
    os.environ["BENCHWRIGHT_HOME"] = str(service_home())
    try:
        return until_session_ends.enter_context(started("--concurrency", "2"))
    finally:
        os.environ.clear()
        os.environ.update(before)


@functools.cache
def service_home() -> Path:
    """Folder with the service's environments, readable by every user."""
    folder = Path(until_session_ends.enter_context(tempfile.TemporaryDirectory()))
    folder.chmod(0o755)
    return folder


def home_of(mode: str) -> int | None:
    """The parent process of a mode's launchers. None: this process."""
    return service().workers[0].pid if mode == "remote" else None


@contextmanager
def system_toolchains() -> Iterator[None]:
    """Use only toolchains that every user can reach: an unprivileged launcher cannot read root's home.

    For the same reason, skip the test if the checkout is there.
    """
    closed = next((each for each in Path(__file__).parents if not each.stat().st_mode & stat.S_IXOTH), None)
    if closed is not None:
        pytest.skip(f"checkout not readable by ordinary users: {closed}")
    before = dict(os.environ)
    os.environ["PATH"] = "/usr/local/bin:/usr/local/go/bin:/usr/bin:/bin"
    os.environ["BENCHWRIGHT_TOOLCHAINS"] = "/nonexistent"
    assert shutil.which("python3"), "no python3 in the system directories; scripts/setup-system installs it"
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
