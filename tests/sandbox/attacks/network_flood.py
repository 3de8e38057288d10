"""Sends endlessly while the network is observed: every call is a message to the launcher, with many addresses that it
reads from the program's memory while other threads change that memory or exit."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_undisturbed

LANGUAGE = "python"
OBSERVE = frozenset({"network"})
SOURCE = (
    PYTHON
    + """
import random, socket, struct, threading
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
MESSAGES = 1024
names = ctypes.create_string_buffer(16 * MESSAGES)
headers = ctypes.create_string_buffer(64 * MESSAGES)
base = ctypes.addressof(names)
for i in range(MESSAGES):
    struct.pack_into("<H", names, 16 * i, socket.AF_INET)
    struct.pack_into(">H4s", names, 16 * i + 2, 9, bytes([127, 0, i >> 8, i & 255]))
    struct.pack_into("<QI", headers, 64 * i, base + 16 * i, 16)

def send():
    for _ in range(40):
        libc.sendmmsg(sender.fileno(), headers, MESSAGES, 0)

def scramble():
    for _ in range(20000):
        struct.pack_into("<Q", headers, 64 * random.randrange(200, MESSAGES), random.getrandbits(64))

threads = [threading.Thread(target=send) for _ in range(4)] + [threading.Thread(target=scramble)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if os.fork() == 0:
    threading.Thread(target=send, daemon=True).start()
    os._exit(0)
os.wait()
print("end")
"""
)


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data == b"end\n"
    network = seen.run.observations.network
    assert len(network) == 100
    assert network["127.0.0.0:9"] >= 1
