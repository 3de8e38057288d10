"""Changes the interpreter it runs in, whose memory a warm one shares with later runs."""

from benchwright.sandbox import Run
from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
RUNS = (Run(), Run(), Run())
SOURCE = """
import builtins, ctypes, os, sys
print(hasattr(builtins, "poison"), "poison" in sys.modules, os.getenv("POISON"), sys.path[0], end=" ")
print("".join(map(chr, [111, 107])))
builtins.poison = sys.modules["poison"] = True
os.environ["POISON"] = "yes"
ctypes.CDLL(None).setenv(b"POISON", b"yes", 1)
sys.path.insert(0, "/poison")
os.umask(0)
os.nice(5)
ctypes.memset(id("ok") + sys.getsizeof("") - 1, 0, 1)
"""


def check(seen: Seen) -> None:
    for run in seen.execution.runs:
        assert_undisturbed(run)
        assert run.stdout.data == b"False False None /workspace ok\n"
