"""Opens descriptors until no more can be opened."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import errno, os
count = 0
try:
    while True:
        os.open("/dev/null", os.O_RDONLY)
        count += 1
except OSError as error:
    print(count, errno.errorcode[error.errno])
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data == f"{LIMITS.open_files - 3} EMFILE\n".encode()
