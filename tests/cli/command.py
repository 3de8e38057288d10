"""Run the real command in a separate process."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

TIMEOUT_S = 300.0


class _Forks:
    """The process that commands are forked from. The first command starts it; it exits with this process."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._socket: socket.socket | None = None

    def run(self, arguments: Sequence[str], variables: Mapping[str, str], folder: Path) -> tuple[int, str, str]:
        """Return the exit code, standard output and standard error of one command."""
        request = {"arguments": arguments, "variables": dict(variables), "folder": str(folder.absolute())}
        with open(os.devnull) as nothing, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            with self._turn:
                requests = self._connected()
                streams = [stream.fileno() for stream in (nothing, output, errors)]
                socket.send_fds(requests, [json.dumps(request).encode()], streams)
                code = json.loads(requests.recv(64))
            texts = [os.pread(each.fileno(), os.fstat(each.fileno()).st_size, 0) for each in (output, errors)]
        return code, texts[0].decode(), texts[1].decode()

    def _connected(self) -> socket.socket:
        if self._socket is None:
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                command = [sys.executable, "-m", "tests.cli.forks", str(theirs.fileno())]
                subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[2])
            ours.settimeout(TIMEOUT_S)
            self._socket = ours
        return self._socket


_forks = _Forks()


def benchwright(
    *arguments: str | Path, path: str | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; `path` replaces PATH, `folder` is the working directory."""
    variables = os.environ | ({"PATH": path} if path is not None else {})
    words = [str(argument) for argument in arguments]
    code, output, errors = _forks.run(words, variables, folder or Path())
    return subprocess.CompletedProcess(["benchwright", *words], code, output, errors)


def killed_often(arguments: Sequence[str], log: Path, seed: int) -> int:
    """Start the command repeatedly and kill it after a random time, then let it finish. Return the number of kills.

    The scripted model logs the key of each request: no answered request may be sent again.
    """
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
    done = subprocess.run(started, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
    assert done.returncode == 0, done.stderr
    asked = Counter(log.read_text().split())
    assert sum(asked.values()) - len(asked) <= kills
    return kills


def complaint(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the two lines of a refusal: exit code 2, empty standard output, one error, one hint, no traceback."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 2, done.stderr
    assert lines[0].startswith("error: ")
    assert lines[1].startswith("hint: ")
    return lines


def on_terminal(argv: Sequence[str | Path], columns: int = 80) -> str:
    """Return what a process prints on a terminal of this width, without colours."""
    controlling, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [*map(str, argv)], stdin=terminal, stdout=terminal, stderr=terminal, env=environment | {"TERM": "xterm"}
    )
    os.close(terminal)
    shown = b""
    with contextlib.suppress(OSError):  # Linux raises EIO when the other side closes
        while part := os.read(controlling, 65536):
            shown += part
    os.close(controlling)
    process.wait(TIMEOUT_S)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r\n", "\n")
