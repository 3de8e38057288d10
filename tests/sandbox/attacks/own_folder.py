"""Rewrites and deletes its own source and everything next to it: the next run of the program must not see that."""

from benchwright.sandbox import Run
from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
RUNS = (Run(), Run(), Run())
SOURCE = """
import os, shutil
print("original", sorted(os.listdir("/workspace")), sorted(os.listdir("/tmp")), sorted(os.listdir("/dev/shm")))
for place in ("/workspace", "/tmp", "/dev/shm"):
    open(place + "/spill", "w").write("left")
with open("main.py", "w") as file:
    file.write("print('changed')")
os.rename("main.py", "other.py")
shutil.rmtree("/workspace", ignore_errors=True)
try:
    os.rmdir("/workspace")
    os.symlink("/tmp", "/workspace")
except OSError:
    pass
os.mkdir("main.py")
"""


def check(seen: Seen) -> None:
    for run in seen.execution.runs:
        assert_undisturbed(run)
        assert run.stdout.data == b"original ['main.py'] [] []\n"
