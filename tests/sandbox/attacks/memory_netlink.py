"""Holds memory in answers of the routing service that it never reads, which no control group is charged for."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=20, open_files=2048)
SOURCE = """
import socket, struct, time
unknown = struct.pack("IHHII", 16016, 4000, 5, 1, 0) + bytes(16000)  # is refused, with a copy
ends = []
for _ in range(1600):
    end = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    end.setblocking(False)
    for _ in range(16):
        try:
            end.send(unknown)
        except OSError:
            break
    ends.append(end)
print("held", flush=True)
time.sleep(3)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
