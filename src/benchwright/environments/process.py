"""Runs an installer's command: no shell, where it matters a bounded size, and nothing of it is left in the end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import CannotResolve, IndexUnreachable, InstallFailed

_LOOK_EVERY_S = 1.0
_ATTEMPTS = 3
_PAUSE_S = 1.0
_MOST_REASON = 400
_LOG = re.compile(r"A complete log of this run.*", re.DOTALL)
_ADDRESS = re.compile(r"[a-z+]+://[^\s`'\")]+")
_PASSING = re.compile(
    r"error sending request|request failed after|timed out|connection (?:reset|refused|closed)|dns error"
    r"|\bHTTP\D{0,30}(?:50[0234]|429)|\bE(?:50[0234]|429)\b|ECONN|ETIMEDOUT"
    r"|EAI_AGAIN|ENOTFOUND|ERR_SOCKET|fetch failed",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"no space left|disk quota exceeded|ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|too many open files|cannot allocate memory"
    r"|memory allocation of|heap out of memory|os error (?:12|23|24|28|122)\b|resource temporarily unavailable",
    re.IGNORECASE,
)
_FINAL = "No solution found"
"""An answer, whatever the packages that it speaks of are called."""
_KEPT = (
    *("PATH", "HOME", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NETRC"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
)


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What a command left."""

    code: int
    """Exit status."""
    stdout: str
    """Its output."""
    stderr: str
    """Its complaints."""


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """A folder that may grow by so much."""

    folder: Path
    """Watched while the command runs. Nobody else may write to it: what others add would be charged to the command."""
    max_bytes: int
    """At most this much more than before."""


def clean_environment(**own: str) -> dict[str, str]:
    """Variables for a command: how to reach the network, and what it is given here."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {"PATH": os.defpath, **kept, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **own}


async def run_patiently(
    argv: Sequence[str], *, folder: Path, env: Mapping[str, str], bound: Bound | None = None
) -> Finished:
    """Run it; again if the index did not answer."""
    finished = await run_bounded(argv, folder=folder, env=env, bound=bound)
    for attempt in range(1, _ATTEMPTS):
        if not _may_pass(finished):
            break
        await asyncio.sleep(attempt * _PAUSE_S)
        finished = await run_bounded(argv, folder=folder, env=env, bound=bound)
    _check_machine(finished)
    if _may_pass(finished):
        raise IndexUnreachable(f"the package index did not answer: {reason_of(finished)}", "try again later")
    return finished


def _may_pass(finished: Finished) -> bool:
    """Whether asking again can help."""
    return finished.code != 0 and _FINAL not in finished.stderr and bool(_PASSING.search(finished.stderr))


def _check_machine(finished: Finished) -> None:
    """A command that this machine did not let finish tells nothing about the packages."""
    if finished.code < 0:
        raise InstallFailed(f"the installer was killed by signal {-finished.code}", "try again later")
    if finished.code != 0 and _FINAL not in finished.stderr and _OURS.search(finished.stderr):
        raise InstallFailed(f"this machine has too little room: {reason_of(finished)}", "make room and try again")


async def run_bounded(
    argv: Sequence[str], *, folder: Path, env: Mapping[str, str], bound: Bound | None = None
) -> Finished:
    """Run it once. Its whole process group is killed when the bound's folder grows too large, or when the task is
    cancelled."""
    most = await asyncio.to_thread(bytes_in, bound.folder) + bound.max_bytes if bound else 0
    process = await asyncio.create_subprocess_exec(
        *argv,
        cwd=folder,
        env=dict(env),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    ending = asyncio.ensure_future(process.communicate())
    try:
        while not (await asyncio.wait({ending}, timeout=_LOOK_EVERY_S))[0]:
            await _check_size(bound, most)
        await _check_size(bound, most)
        stdout, stderr = ending.result()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        ending.cancel()
        await process.wait()
    return Finished(
        code=process.returncode or 0, stdout=stdout.decode(errors="replace"), stderr=stderr.decode(errors="replace")
    )


async def _check_size(bound: Bound | None, most: int) -> None:
    if bound and await asyncio.to_thread(bytes_in, bound.folder) > most:
        raise CannotResolve(
            f"the packages are larger than {bound.max_bytes >> 20} MiB", "ask for fewer packages, or allow more"
        )


def bytes_in(folder: Path) -> int:
    """Of all files below it; one with several names counts once."""
    seen: dict[tuple[int, int], int] = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):  # a file may be gone again
                status = os.lstat(os.path.join(place, name))
                seen[status.st_dev, status.st_ino] = status.st_size
    return sum(seen.values())


def reason_of(finished: Finished) -> str:
    """The complaint in one line, without the addresses of anybody's index."""
    text = _LOG.sub("", finished.stderr)
    text = re.sub(r"^\s*(?:error:|cause:|npm error|npm warn.*|warning:.*)", " ", text, flags=re.MULTILINE)
    text = _ADDRESS.sub("the index", " ".join(text.split()))
    return text[:_MOST_REASON] or f"exit status {finished.code}"
