"""Hides a listening socket in a message that a socket sends to itself, so that it outlives the program's processes and
carries a port, or a message, over to the next run in the same network namespace."""

from benchwright.sandbox import Run
from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
RUNS = (Run(),) * 8
SOURCE = """
import array, errno, os, socket, sys
listener = socket.socket()
try:
    listener.bind(("127.0.0.1", 4321))
    print("free")
except OSError as error:
    print("taken", errno.errorcode[error.errno])
abstract = socket.socket(socket.AF_UNIX)
try:
    abstract.bind("\\0spill")
    print("free")
except OSError as error:
    print("taken", errno.errorcode[error.errno])
listener.listen()
socket.create_connection(("127.0.0.1", 4321)).send(b"message")
left, right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
numbers = array.array("i", [end.fileno() for end in (listener, abstract, left, right)])
left.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, numbers)])
sys.stdout.flush()
os._exit(0)
"""


def check(seen: Seen) -> None:
    for run in seen.execution.runs:
        assert_undisturbed(run)
        assert run.stdout.data == b"free\nfree\n"
