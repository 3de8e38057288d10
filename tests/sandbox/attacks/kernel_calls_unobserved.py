"""The calls of `kernel_calls` where nobody observes them, so that they are also made from a warm interpreter: its own
filter lets a few of them through to make namespaces with, and a program's must not."""

from tests.sandbox.attacks import kernel_calls
from tests.sandbox.attacks.attack import Seen, assert_refused

LANGUAGE = "python"
SOURCE = kernel_calls.SOURCE


def check(seen: Seen) -> None:
    assert_refused(seen, kernel_calls.CALLS)
