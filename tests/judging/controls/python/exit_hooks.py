# control: registers hooks for the end of the program and for uncaught exceptions, which only print.
import atexit
import sys
import weakref

atexit.register(print, "bye: 1 failed")
atexit.register(sys.stderr.write, "AssertionError at exit\n")
sys.excepthook = lambda *error: print("uncaught", error)


class Resource:
    pass


resource = Resource()
weakref.finalize(resource, print, "resource released")


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
