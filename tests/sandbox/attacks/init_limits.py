"""Takes descriptors, file sizes and CPU time from its init, which runs as the same user, collects the files and watches
the limits. A limit on file sizes would truncate the collected files. Init is addressed by its own id and by those of
its threads; a large mapping makes it start one if it watches memory."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
COLLECT = ("spill.txt",)
SOURCE = (
    PYTHON
    + """
import mmap, resource
reserved = mmap.mmap(-1, 1 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
time.sleep(0.3)
for number in [*range(2, os.getpid()), *range(os.getpid() + 1, 20)]:
    attempt(f"thread {number}", resource.prlimit, number, resource.RLIMIT_NOFILE, (0, 0))
open("spill.txt", "w").write("kept" * 100)
for name, value in (("CPU", 1), ("FSIZE", 10), ("DATA", 0), ("STACK", 0), ("NPROC", 0), ("AS", 0)):
    attempt(name, resource.prlimit, 1, getattr(resource, "RLIMIT_" + name), (value, value))
attempt("nice", os.setpriority, os.PRIO_PROCESS, 1, 19)
attempt("idle", os.sched_setscheduler, 1, os.SCHED_IDLE, os.sched_param(0))
attempt("affinity", os.sched_setaffinity, 1, [0])
"""
)


def check(seen: Seen) -> None:
    assert_refused(
        seen, {"CPU", "FSIZE", "DATA", "STACK", "NPROC", "AS", "nice", "idle", "affinity"}, {"EPERM", "EACCES", "ESRCH"}
    )
    assert seen.run.files == {"spill.txt": b"kept" * 100}
