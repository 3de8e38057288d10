"""Searches for the files of another program that runs at the same time: its work folder, /tmp and shared memory."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from benchwright.sandbox import Sandbox
from tests.sandbox.attacks.attack import LIMITS, SECRET, Seen, Values, assert_undisturbed, program, wait_for_marker

LANGUAGE = "python"
VICTIM = f"""
import ctypes, os, time
for place in ("/workspace/spill-secret", "/dev/shm/spill-secret", "/tmp/spill-secret"):
    with open(place, "w") as file:
        file.write("{SECRET}")
ctypes.CDLL(None).shmget(0x5eed, 4096, 0o1666)
os.rename("/tmp/spill-secret", "/tmp/spill-ready")
time.sleep(60)
"""
SOURCE = """
import ctypes, os
for folder in ("/workspace", "/tmp", "/dev/shm", "/var", "/run"):
    for path, folders, names in os.walk(folder):
        for name in names:
            print(path, name)
            if name.startswith("spill"):
                print(open(os.path.join(path, name)).read())
for number in range(1, 2000):
    try:
        print("process", number, os.listdir(f"/proc/{number}/root"))
    except OSError:
        pass
print("segment", ctypes.CDLL(None).shmget(0x5eed, 4096, 0o666))
print("end")
"""


@contextlib.asynccontextmanager
async def host(sandbox: Sandbox) -> AsyncIterator[Values]:
    victim = asyncio.create_task(sandbox.run(program("python", VICTIM, limits=LIMITS)))
    await wait_for_marker("spill-ready")
    yield {}
    assert not victim.done()
    victim.cancel()
    await asyncio.wait([victim])


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data.endswith(b"segment -1\nend\n")
    assert "spill" not in seen.text
