"""Makes refused calls endlessly while they are recorded: each is a message to the launcher."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_undisturbed

LANGUAGE = "python"
OBSERVE = frozenset({"calls"})
SOURCE = (
    PYTHON
    + """
for _ in range(30000):
    libc.syscall(101, 0, 0, 0, 0)
print("end")
"""
)


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data == b"end\n"
    calls = seen.run.observations.denied_calls
    assert set(calls) == {"ptrace"}
    assert 1000 < calls["ptrace"] <= 30000
