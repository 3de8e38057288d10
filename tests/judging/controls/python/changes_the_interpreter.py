# control: sets the recursion limit, signal handlers, warnings as errors, the random seed, the locale and a trace function.
import gc
import locale
import random
import signal
import sys
import warnings

sys.setrecursionlimit(100_000)
signal.signal(signal.SIGALRM, lambda *args: None)
signal.signal(signal.SIGINT, signal.SIG_IGN)
warnings.simplefilter("error")
random.seed(1)
locale.setlocale(locale.LC_ALL, "C")
gc.disable()
sys.settrace(lambda *args: None)
sys.stdout = sys.stderr
sys.argv = ["spans", "--help"]


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
