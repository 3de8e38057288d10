"""Parse untrusted texts in a separate process first, to check that the event loop can do it quickly.

Parsers and regular expressions take quadratic time on some texts, hold the interpreter lock, and cannot be stopped. A
text crafted that way would block all other requests.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import warnings
from collections.abc import Callable

from benchwright.server.call import InvalidRequest

_SMALL = 4000
"""Texts up to this many characters skip the trial: the worst of them take a few hundredths of a second."""
_MOST_CPU_S = 0.5
_MOST_WALL_S = 20.0
"""Allows for a machine that is busy with other work."""


async def check_parse_time(work: Callable[[], object], *texts: str) -> None:
    """Refuse texts on which `work` takes too long. Its result or exception is discarded: the caller repeats the
    work."""
    if sum(map(len, texts)) <= _SMALL:
        return
    process = _start(work)
    waiting = asyncio.get_running_loop().run_in_executor(None, os.waitpid, process, 0)
    try:
        done, _ = await asyncio.wait({waiting}, timeout=_MOST_WALL_S)
    finally:
        if not waiting.done():
            os.kill(process, signal.SIGKILL)  # the thread reaps it
    if not done or os.WIFSIGNALED((await waiting)[1]):
        raise InvalidRequest("the texts take too long to parse", "shorten them, or nest them less deeply")


def _start(work: Callable[[], object]) -> int:
    with warnings.catch_warnings():
        # The child takes no lock that another thread could hold; if it hangs anyway, it is killed.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if not process:
        _work_and_end(work)
    return process


def _work_and_end(work: Callable[[], object]) -> None:
    """Run the work; the kernel kills the process when its time is up."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, _MOST_CPU_S)
        sys.setswitchinterval(1.0)
        work()
    finally:
        os._exit(0)
