"""Runs the real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def benchwright(
    *arguments: str | Path, path: str | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished command; `path` replaces PATH, `folder` the current one."""
    environment = os.environ | ({"PATH": path} if path is not None else {})
    return subprocess.run(
        [sys.executable, "-m", "benchwright", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=300,
        stdin=subprocess.DEVNULL,
        cwd=folder,
    )


def complaint(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines of a refusal: exit code 2, nothing on standard output, one line and one hint, no traceback."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 2, done.stderr
    assert lines[0].startswith("error: ")
    assert lines[1].startswith("hint: ")
    return lines
