"""Runs the short trusted commands that tell us about a toolchain."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterable, Sequence

TIMEOUT_S = 20.0
"""Enough for a Java-based compiler to print its version on a busy machine."""


class CommandFailed(Exception):
    """The command could not start, failed or took too long; the message says which."""


def output_of(argv: Sequence[str], keep_env: Iterable[str] = (), timeout_s: float = TIMEOUT_S) -> tuple[str, str]:
    """What the command prints on standard output and on standard error."""
    try:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(keep_env),
            # Shims such as pyenv's and rustup's choose by the current folder; everyone shall get the same toolchain.
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        raise CommandFailed(error.strerror or str(error)) from error
    try:
        data = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise CommandFailed(f"no answer within {timeout_s:g} s") from None
    finally:
        _end(process)
    stdout, stderr = (stream.decode(errors="replace") for stream in data)
    if process.returncode != 0:
        last = (stdout + stderr).strip().rpartition("\n")[2]
        raise CommandFailed(last or f"exit status {process.returncode}")
    return stdout, stderr


def _environment(keep: Iterable[str]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", *keep) if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8"}


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a command that still runs, with the children of a shim."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
