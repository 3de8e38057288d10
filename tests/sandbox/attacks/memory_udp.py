"""Holds memory in datagrams that nobody reads, in many sockets of many processes."""

import msgspec

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(LIMITS, open_files=2048)
SOURCE = """
import os, socket, time
for _ in range(8):
    if os.fork() == 0:
        kept = []
        for _ in range(1000):
            one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
            one.bind(("127.0.0.1", 0))
            kept.append(one)
            try:
                for _ in range(8):
                    one.sendto(bytes(32000), one.getsockname())
            except OSError:
                pass
        time.sleep(6)
        os._exit(0)
time.sleep(4)
print("held", flush=True)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
