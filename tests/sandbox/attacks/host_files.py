"""Reads files that only the host has: passwords, root's home, files in world-writable folders."""

from pathlib import Path

from tests.sandbox.attacks.attack import PYTHON, SECRET, Seen, assert_refused, secret_in

LANGUAGE = "python"
NAME = f"host-{SECRET[:8]}"
PLACES = [str(Path(place, NAME)) for place in ("/tmp", "/var/tmp", "/dev/shm", Path.home())]
SOURCE = (
    PYTHON
    + f"""
def read(path):
    with open(path, "rb") as file:
        return file.read()

places = {PLACES!r}
shown = ["/etc/shadow", "/etc/gshadow", "/etc/machine-id", "/etc/hostname", "/root/.bashrc", "/root/.ssh/id_rsa"]
for path in [*shown, *places, *("/proc/self/cwd/../.." + path for path in places), "/proc/kcore", "/proc/kmsg"]:
    attempt(path, read, path)
for folder, _, names in os.walk("/", onerror=lambda _: None):
    if folder == "/proc":
        _.clear()
    if "{NAME}" in names:
        print("found in", folder)
"""
)

host = secret_in(PLACES)


def check(seen: Seen) -> None:
    assert_refused(seen, {"/etc/shadow", "/root/.bashrc", "/proc/kcore", *PLACES})
    assert "found in" not in seen.text
