"""Holds memory in connections that it never accepts: until then, no control group is charged for what they received."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=20)
SOURCE = """
import socket, time
servers = []
for _ in range(20):
    server = socket.create_server(("127.0.0.1", 0), backlog=4096)
    servers.append(server)
    for _ in range(300):
        with socket.create_connection(server.getsockname()) as client:
            client.sendall(bytes(40000))
print("held", flush=True)
time.sleep(3)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
