"""Variables of the program that make Python run code while it starts: in a warm interpreter, before any confinement.

`PYTHONWARNINGS` imports a module of the standard library that opens a browser, and `BROWSER` selects the command.
Several runs, because the first of a kind starts fresh.
"""

from benchwright.sandbox import Run
from tests.sandbox.attacks.attack import Seen

LANGUAGE = "python"
PAYLOAD = "grep -E ^.(Seccomp|NoNewPrivs|CapEff): /proc/self/status >&2; setsid sleep 77 & sleep 0.1"
ENV = {"PYTHONWARNINGS": "all:0:antigravity.x:0:0", "BROWSER": f"/bin/sh -c '{PAYLOAD}' #%s"}
RUNS = (Run(), Run(), Run())
SOURCE = """
for line in open("/proc/self/status"):
    if line.startswith(("Seccomp:", "NoNewPrivs:", "CapEff:")):
        print(line.split())
"""


def check(seen: Seen) -> None:
    """Check nothing more: whatever the variables start is confined; that none outlives the run is checked for all."""
    for run in seen.execution.runs:
        assert not run.warm
        assert run.stdout.data == b"['CapEff:', '0000000000000000']\n['NoNewPrivs:', '1']\n['Seccomp:', '2']\n"
