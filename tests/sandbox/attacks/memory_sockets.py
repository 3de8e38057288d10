"""Uses kernel memory as data between sockets that nobody receives."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_no_more_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=3, open_files=2048)
SOURCE = f"""
import socket, time
pairs, sent, data = [], 0, b"x" * 65536
while sent < {attack.LIMITS.memory_bytes * 2}:
    try:
        pairs.append(socket.socketpair())
    except OSError:
        print("refused")
        break
    for end in pairs[-1]:
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
        try:
            while True:
                sent += end.send(data)
        except BlockingIOError:
            pass
else:
    time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
