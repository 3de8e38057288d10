# control: lets other processes work: a pool, a forked child, and commands.
import multiprocessing
import os
import subprocess
import sys


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


def size(span):
    return span[1] - span[0] + 1


def covered(spans):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        total = sum(pool.map(size, merge(spans)))
    child = os.fork()
    if child == 0:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    shown = subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True, check=True).stdout
    assert shown == "42\n"
    return total
