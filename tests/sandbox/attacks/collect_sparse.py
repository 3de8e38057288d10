"""Leaves files that are huge and empty, one file many times, and more than may be returned."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
COLLECT = ("*.bin",)
SOURCE = """
import os
for number, size in enumerate((1 << 40, (1 << 62), 17 << 20)):
    with open(f"sparse{number}.bin", "wb") as file:
        file.truncate(size)
with open("large.bin", "wb") as file:
    file.write(b"x" * (3 << 20))
for number in range(20):
    os.link("large.bin", f"link{number:02}.bin")
open("small.bin", "w").write("small")
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.files["small.bin"] == b"small"
    assert {"sparse0.bin", "sparse1.bin", "sparse2.bin"} <= set(seen.run.files_omitted)
    assert len(seen.run.files) + len(seen.run.files_omitted) == 25
    assert sum(map(len, seen.run.files.values())) <= 16 << 20
