"""Takes memory of the kernel as locks on parts of files, 200 bytes each, that no control group is charged for.

Hides the owner too: locks of open files belong to no process, and processes that share descriptors share their locks.
"""

import contextlib
import fcntl
import tempfile
from collections.abc import AsyncIterator

import msgspec

from benchwright.sandbox import Sandbox
from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import PYTHON, Seen, Values, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=30, cpu_s=20)
F_OFD_SETLK, CLONE_FILES = 37, 0x400
SOURCE = (
    PYTHON
    + f"""
import fcntl, struct
part = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0)
files = [open(f"/tmp/{{n}}", "w") for n in range(64)]
attempt("locks of open files", fcntl.fcntl, files[0], {F_OFD_SETLK}, part)
if attempt("shared descriptors", call, 56, {CLONE_FILES} | 17, 0, 0, 0, 0) == 0:
    os._exit(0)
if os.fork():
    time.sleep(60)
for start in range(0, 1 << 20, 2):
    for file in files:
        fcntl.lockf(file, fcntl.LOCK_EX, 1, start)
"""
)


@contextlib.asynccontextmanager
async def host(_: Sandbox) -> AsyncIterator[Values]:
    """Another process of the machine holds many locks too."""
    with tempfile.TemporaryFile() as file:
        for start in range(0, 40_000, 2):
            fcntl.lockf(file, fcntl.LOCK_EX, 1, start)
        yield {}


def check(seen: Seen) -> None:
    assert {name: outcome for name, (outcome, _) in seen.attempts.items()} == {
        "locks of open files": "refused",
        "shared descriptors": "refused",
    }
    assert_out_of_memory(seen)
