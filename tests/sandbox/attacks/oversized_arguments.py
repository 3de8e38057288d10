"""Starts itself with more arguments and variables than fit, and with the maximum: each start copies them all."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + """
attempt("one argument", os.execv, "/bin/true", ["true", "x" * (1 << 20)])
attempt("arguments", os.execv, "/bin/true", ["true", *["x" * 100000] * 200])
attempt("variables", os.execve, "/bin/true", ["true"], {f"V{n}": "x" * 100000 for n in range(200)})
os.posix_spawn("/bin/true", ["true", *["x" * 100000] * 10], {})
os.wait()
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, {"one argument", "arguments", "variables"}, {"E2BIG"})
