"""Searches for descriptors that the sandbox left open: the launcher's sockets would give control over all runs."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed, describe

LANGUAGE = "python"
SOURCE = """
import fcntl, os
for number in range(4096):
    try:
        fcntl.fcntl(number, fcntl.F_GETFD)
        print("open", number, os.readlink(f"/proc/self/fd/{number}").split(":")[0])
    except OSError:
        pass
listing = os.open("/proc/self/fd", os.O_RDONLY)
print("listed", sorted(int(name) for name in os.listdir(listing) if int(name) < listing))
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    lines = seen.run.stdout.data.decode().splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [["open", "0"], ["open", "1"], ["open", "2"]], describe(
        seen.run
    )
    assert lines[1:] == ["open 1 pipe", "open 2 pipe", "listed [0, 1, 2]"], describe(seen.run)
