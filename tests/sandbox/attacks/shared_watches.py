"""Takes all inotify instances that a user may have. The kernel also counts them for the creator of the user namespace,
so other runs, or root on the host, would get none."""

import ctypes
import os

from benchwright.sandbox import Limits, Sandbox
from tests.sandbox.attacks.attack import Seen, Values, assert_ended_by, program, wait_for_marker

LANGUAGE = "python"
LIMITS = Limits(wall_s=1.5)
SOURCE = """
import ctypes, time
libc = ctypes.CDLL(None)
while libc.inotify_init1(0) >= 0:
    pass
open("/tmp/spill-ready", "w").close()
time.sleep(60)
"""
OTHER = "import ctypes\nprint(ctypes.CDLL(None).inotify_init1(0) >= 0)\n"


async def meanwhile(sandbox: Sandbox, _: Values) -> Values:
    await wait_for_marker("spill-ready")
    fd = ctypes.CDLL(None, use_errno=True).inotify_init1(0)
    if fd >= 0:
        os.close(fd)
    other = await sandbox.run(program("python", OTHER))
    return {"host": str(fd >= 0), "other run": other.runs[0].stdout.data.decode().strip()}


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert dict(seen.values) == {"host": "True", "other run": "True"}
