"""Leaves files with names that are not text, of maximum length, or deeper than paths go: a reader may fail."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
COLLECT = ("*", "*/*")
OBSERVE = frozenset({"files"})
SOURCE = r"""
import os
os.unlink("main.py")
names = [b"\xff\xfe", b"n" * 255, b"line\nbreak", b"\x1b[2J", b"a\\..\\b", b"-rf", b"con", b"space "]
names += ["\u202e".encode(), b"x\r"]
for name in names:
    with open(name, "wb") as file:
        file.write(b"kept")
top = os.open(".", os.O_RDONLY)
depth = 0
while depth < 500:
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
    depth += 1
open("deep", "w").write("deep")
os.fchdir(top)
print(len(names))
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert len(seen.run.files) == int(seen.run.stdout.data)
    assert set(seen.run.files.values()) == {b"kept"}
