"""The calls of `kernel_calls` without observation, so that they also run from a warm interpreter: its own filter
allows a few of them to create namespaces, and a program's must not."""

from tests.sandbox.attacks import kernel_calls
from tests.sandbox.attacks.attack import Seen, assert_refused

LANGUAGE = "python"
SOURCE = kernel_calls.SOURCE


def check(seen: Seen) -> None:
    assert_refused(seen, kernel_calls.CALLS)
