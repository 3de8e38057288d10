"""Creates empty files until no more fit: they need no space, only kernel memory."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed, describe

LANGUAGE = "python"
SOURCE = """
import errno, os
count = 0
try:
    while count < 100000:
        os.close(os.open(f"/tmp/spill{count}", os.O_CREAT | os.O_WRONLY))
        count += 1
except OSError as error:
    print(count, errno.errorcode[error.errno])
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    count, error = seen.run.stdout.data.split()
    assert error == b"ENOSPC", describe(seen.run)
    assert 100 < int(count) < 5000
    assert "disk" in seen.run.limits_hit
