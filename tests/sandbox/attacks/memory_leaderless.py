"""Allocates memory in a process whose first thread has exited: the process looks like a zombie without memory."""

from tests.sandbox.attacks.attack import LIMITS, PYTHON, Seen, assert_out_of_memory

LANGUAGE = "python"
EXIT = 60
SOURCE = (
    PYTHON
    + f"""
import threading
def take():
    time.sleep(0.2)
    taken = b"x" * {LIMITS.memory_bytes * 2}
    time.sleep(60)
if os.fork() == 0:
    threading.Thread(target=take).start()
    call({EXIT}, 0)
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
