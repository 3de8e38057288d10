"""Reads memory, descriptors, environment and file system of its init, a sandbox process of the same user."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
FILES = ("environ", "mem", "maps", "auxv", "stack", "syscall", "pagemap", "io", "cmdline", "status")
LINKS = ("root", "cwd", "exe", "ns/net", "ns/user")
SOURCE = (
    PYTHON
    + f"""
def read(path):
    with open(path, "rb") as file:
        return file.read(100)

for pid in ("1", str(os.getppid())):
    for name in {FILES!r}:
        attempt(f"{{pid}} {{name}}", read, f"/proc/{{pid}}/{{name}}")
    for name in {LINKS!r}:
        attempt(f"{{pid}} {{name}}", os.readlink, f"/proc/{{pid}}/{{name}}")
    for name in ("fd", "root", "cwd", "task", "map_files"):
        attempt(f"{{pid}} list {{name}}", os.listdir, f"/proc/{{pid}}/{{name}}")
    attempt(f"{{pid}} write mem", open, f"/proc/{{pid}}/mem", "r+b")
print("others", [name for name in os.listdir("/proc") if name.isdigit() and name != str(os.getpid())])
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, {*(f"1 {name}" for name in FILES + LINKS), "1 list fd", "1 list root", "1 write mem"})
    assert seen.run.stdout.data.endswith(b"others []\n")
