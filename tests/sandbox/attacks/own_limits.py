"""Raises its own limits on descriptors, processor time, core files and locked memory."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
NAMES = ("NOFILE", "CPU", "CORE", "MEMLOCK")
SOURCE = (
    PYTHON
    + f"""
import resource
def higher(number):
    before = resource.getrlimit(number)
    try:
        resource.setrlimit(number, (before[1] + 1,) * 2)
    except ValueError as error:
        raise PermissionError(1, str(error))
    if resource.getrlimit(number) == before:  # a wish that is silently not granted
        raise PermissionError(1, "kept")

for name in {NAMES!r}:
    attempt(name, higher, getattr(resource, "RLIMIT_" + name))
attempt("nice", os.nice, -5)
attempt("real time", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(10))
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, {*NAMES, "nice", "real time"}, {"EPERM", "EACCES"})
