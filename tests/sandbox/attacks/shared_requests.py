"""Takes all asynchronous requests that the kernel has: one number limits them for the whole machine, so that the host's
databases could start no more."""

import ctypes

from benchwright.sandbox import Limits, Sandbox
from tests.sandbox.attacks.attack import PYTHON, Seen, Values, assert_ended_by, wait_for_marker

LANGUAGE = "python"
LIMITS = Limits(wall_s=1.5)
IO_SETUP, IO_DESTROY = 206, 207
SOURCE = (
    PYTHON
    + f"""
count = 65536
while count:
    try:
        call({IO_SETUP}, count, ctypes.byref(ctypes.c_ulong()))
    except OSError:
        count //= 2
open("/tmp/spill-ready", "w").close()
time.sleep(60)
"""
)


async def meanwhile(_: Sandbox, __: Values) -> Values:
    await wait_for_marker("spill-ready")
    libc, context = ctypes.CDLL(None), ctypes.c_ulong()
    done = libc.syscall(IO_SETUP, 1, ctypes.byref(context)) == 0
    if done:
        libc.syscall(IO_DESTROY, context)
    return {"host": str(done)}


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert dict(seen.values) == {"host": "True"}
