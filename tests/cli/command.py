"""Runs the real command in a process of its own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import termios
from collections import Counter
from collections.abc import Sequence
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


def killed_often(arguments: Sequence[str], log: Path, seed: int) -> int:
    """Start the command again and again and kill it after a drawn time, then let it end well; says how often.
    A model that counts writes the key of each request to the log: none that was answered may be asked twice."""
    environment = os.environ | {"SCRIPTED_LOG": str(log)}
    started = [sys.executable, "-m", "benchwright", *arguments]
    drawn, kills = random.Random(seed), 0
    for _ in range(8):
        running = subprocess.Popen(started, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            running.wait(timeout=drawn.uniform(0.5, 3.0))
        except subprocess.TimeoutExpired:
            os.kill(running.pid, signal.SIGKILL)
            running.wait()
            kills += 1
    done = subprocess.run(started, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    asked = Counter(log.read_text().split())
    assert sum(asked.values()) - len(asked) <= kills
    return kills


def complaint(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines of a refusal: exit code 2, nothing on standard output, one line and one hint, no traceback."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 2, done.stderr
    assert lines[0].startswith("error: ")
    assert lines[1].startswith("hint: ")
    return lines


def on_terminal(argv: Sequence[str | Path], columns: int = 80) -> str:
    """What a process shows on a terminal so many columns wide, without colours."""
    controlling, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [*map(str, argv)], stdin=terminal, stdout=terminal, stderr=terminal, env=environment | {"TERM": "xterm"}
    )
    os.close(terminal)
    shown = b""
    with contextlib.suppress(OSError):  # what Linux says at the end of a terminal
        while part := os.read(controlling, 65536):
            shown += part
    os.close(controlling)
    process.wait(300)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r\n", "\n")
