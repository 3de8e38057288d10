"""Whether texts can be read in good time: tried in a process of its own before the event loop does it.

Parsers and regular expressions need quadratic time for some texts, hold the interpreter all the while, and cannot be
stopped. A text that is made so would keep all other requests waiting.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import warnings
from collections.abc import Callable

from benchwright.server.failures import InvalidRequest

_SMALL = 4000
"""Characters that are read without a trial: the worst of them take some hundredths of a second."""
_MOST_CPU_S = 0.5
_MOST_WALL_S = 20.0
"""On a machine that is busy with other things."""


async def try_reading(work: Callable[[], object], *texts: str) -> None:
    """Refuse texts on which `work` takes too long. What it returns or raises is lost: it is to be done again."""
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
        raise InvalidRequest("the texts take too long to read", "shorten them, or nest them less deeply")


def _start(work: Callable[[], object]) -> int:
    with warnings.catch_warnings():
        # The child calls nothing that another thread could hold a lock of; if it should hang, it is killed.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if not process:
        _work_and_end(work)
    return process


def _work_and_end(work: Callable[[], object]) -> None:
    """The kernel ends the process when its time is over, whatever it is doing."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, _MOST_CPU_S)
        sys.setswitchinterval(1.0)
        work()
    finally:
        os._exit(0)
