"""Holds memory in connections to itself: unread data belongs to no process, and not every kind of control group counts
it."""

import msgspec

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(LIMITS, open_files=2048)
SOURCE = """
import socket, time
server = socket.create_server(("127.0.0.1", 0), backlog=1024)
held, ends = 0, []
for _ in range(900):
    client = socket.create_connection(server.getsockname())
    accepted = server.accept()[0]
    for end in (client, accepted):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        end.setblocking(False)
        ends.append(end)
        try:
            while True:
                held += end.send(bytes(1 << 16))
        except BlockingIOError:
            pass
    print(held >> 20, "MiB", flush=True)
time.sleep(3)
print("held", held >> 20, "MiB", flush=True)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
