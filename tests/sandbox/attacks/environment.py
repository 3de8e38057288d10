"""Searches for the host's variables in its own environment, in its initial memory, and in its children's."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed
from tests.sandbox.modes import SECRET_NAME

LANGUAGE = "python"
EXPECTED = {
    *("PATH", "HOME", "LANG", "USER", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "LC_CTYPE"),
    *("PWD", "SHLVL", "_", "OLDPWD"),  # of a shell
}
SOURCE = """
import os, subprocess
print(*(f"{name}={value}" for name, value in os.environ.items()), sep="\\n")
print(*open("/proc/self/environ").read().split("\\0"), sep="\\n")
print(*subprocess.run(["bash", "-c", "env -0"], capture_output=True, text=True).stdout.split("\\0"), sep="\\n")
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    names = {line.partition("=")[0] for line in seen.run.stdout.data.decode().splitlines() if line}
    assert {"PATH", "SHLVL"} <= names
    # A warm interpreter was started with some of the sandbox's own variables.
    others = {name for name in names - EXPECTED if name != "LD_PRELOAD" and not name.startswith("BENCHWRIGHT_")}
    assert not others
    assert SECRET_NAME not in seen.text
