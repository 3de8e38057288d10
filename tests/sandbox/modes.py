"""The executing backends and the modes that they are tested in; conformance and attacks run in each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from benchwright.sandbox import LocalSandbox

NOBODY = 65534
MODES = ("local-privileged", "local-unprivileged")


def open_sandbox(mode: str, *, concurrency: int = 2, warm: bool = True) -> LocalSandbox:
    """A sandbox of this mode, or a skip where the machine cannot give it."""
    if mode == "local-privileged" and os.geteuid() != 0:
        pytest.skip("needs root")
    user = NOBODY if mode == "local-unprivileged" and os.geteuid() == 0 else None
    return LocalSandbox(concurrency=concurrency, warm=warm, user=user)


@contextmanager
def system_toolchains() -> Iterator[None]:
    """Only toolchains that every user can reach: one in root's home is closed to an unprivileged launcher."""
    before = dict(os.environ)
    os.environ["PATH"] = "/usr/local/bin:/usr/local/go/bin:/usr/bin:/bin"
    os.environ["BENCHWRIGHT_TOOLCHAINS"] = "/nonexistent"
    assert shutil.which("python3"), "no python3 in the system directories; scripts/setup-system installs it"
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
