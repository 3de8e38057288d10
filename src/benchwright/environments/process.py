"""Run an installer's command without a shell, optionally with a size limit, leaving no processes behind."""

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
"""Marks a definitive answer, even if package names in the message look like network errors."""
_KEPT = (
    *("PATH", "HOME", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NETRC"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
)


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a command."""

    code: int
    """Exit status; negative if a signal killed the command."""
    stdout: str
    """Standard output as text."""
    stderr: str
    """Standard error as text."""


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """A limit on the growth of a folder."""

    folder: Path
    """Folder to watch while the command runs. Nothing else may write to it, or it would count against the command."""
    max_bytes: int
    """Maximum growth in bytes."""


def clean_environment(**own: str) -> dict[str, str]:
    """Return the environment for a command: the user's network settings, and the given variables."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {"PATH": os.defpath, **kept, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **own}


async def run_patiently(
    argv: Sequence[str], *, folder: Path, env: Mapping[str, str], bound: Bound | None = None
) -> Finished:
    """Run a command, retrying if the package index does not answer."""
    finished = await run_bounded(argv, folder=folder, env=env, bound=bound)
    for attempt in range(1, _ATTEMPTS):
        if not _may_pass(finished):
            break
        await asyncio.sleep(attempt * _PAUSE_S)
        finished = await run_bounded(argv, folder=folder, env=env, bound=bound)
    _check_machine(finished)
    if _may_pass(finished):
        raise IndexUnreachable(f"the package index did not answer: {reason_of(finished)}", "retry later")
    return finished


def _may_pass(finished: Finished) -> bool:
    """Whether a retry may help."""
    return finished.code != 0 and _FINAL not in finished.stderr and bool(_PASSING.search(finished.stderr))


def _check_machine(finished: Finished) -> None:
    """Raise InstallFailed if this machine kept the command from finishing, which says nothing about the packages."""
    if finished.code < 0:
        raise InstallFailed(f"the installer was killed by signal {-finished.code}", "retry later")
    if finished.code != 0 and _FINAL not in finished.stderr and _OURS.search(finished.stderr):
        hint = "free disk space or memory, then retry"
        raise InstallFailed(f"this machine ran out of resources: {reason_of(finished)}", hint)


async def run_bounded(
    argv: Sequence[str], *, folder: Path, env: Mapping[str, str], bound: Bound | None = None
) -> Finished:
    """Run a command once. Its whole process group is killed if the bound's folder grows too large, or if the task is
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
            f"the packages are larger than {bound.max_bytes >> 20} MiB", "request fewer packages, or raise the limit"
        )


def bytes_in(folder: Path) -> int:
    """Return the total size of all files below a folder. Hard links count once."""
    seen: dict[tuple[int, int], int] = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):  # the file may have been removed already
                status = os.lstat(os.path.join(place, name))
                seen[status.st_dev, status.st_ino] = status.st_size
    return sum(seen.values())


def reason_of(finished: Finished) -> str:
    """Return the error message on one line, without URLs, which may reveal a private index."""
    text = _LOG.sub("", finished.stderr)
    text = re.sub(r"^\s*(?:error:|cause:|npm error|npm warn.*|warning:.*)", " ", text, flags=re.MULTILINE)
    text = _ADDRESS.sub("the index", " ".join(text.split()))
    return text[:_MOST_REASON] or f"exit status {finished.code}"
