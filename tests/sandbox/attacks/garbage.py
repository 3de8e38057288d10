"""Writes garbage to every descriptor above its own three, so that a listener there would take it for a report."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import os
written = []
for number in range(3, 4096):
    try:
        os.write(number, b"\\x03\\0\\0\\0" * 64)
        written.append(number)
    except OSError:
        pass
print(written)
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data == b"[]\n"
