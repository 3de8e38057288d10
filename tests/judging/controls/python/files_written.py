# control: writes, changes and removes files in the work folder, some with the names of the judge's own.
import os
import pathlib
import tempfile

os.makedirs("data", exist_ok=True)
pathlib.Path("data/spans.txt").write_text("1 3\n")
for name in ("tests.py", "main.py", "conftest.py"):
    pathlib.Path(name).write_text("raise RuntimeError('not to be run')\n")
os.chdir(tempfile.mkdtemp())


def merge(spans):
    merged = []
    for low, high in sorted(spans):
        if low > high:
            raise ValueError(f"{low} is above {high}")
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def covered(spans):
    return sum(high - low + 1 for low, high in merge(spans))


def label(spans):
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in merge(spans))
