"""Changes its own input through /proc, so that a later run with the same input would read something else."""

from benchwright.sandbox import Run
from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused, assert_undisturbed

LANGUAGE = "python"
RUNS = (Run(stdin=b"question"), Run(stdin=b"question"))
SOURCE = (
    PYTHON
    + """
attempt("write", os.write, 0, b"x")
attempt("truncate", os.ftruncate, 0, 0)
attempt("grow", os.ftruncate, 0, 1 << 30)
attempt("reopen", lambda: os.write(os.open("/proc/self/fd/0", os.O_WRONLY), b"x"))
print(sys.stdin.read())
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, {"write", "truncate", "grow", "reopen"})
    for run in seen.execution.runs:
        assert_undisturbed(run)
        assert run.stdout.data.endswith(b"question\n")
