# control: looks at its own module, file and source, as programs do that find plug-ins or read their own help.
import inspect
import os
import sys

own = sys.modules[__name__]
assert own.__dict__ is globals()
assert os.path.basename(__file__).endswith(".py")


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


assert inspect.getsource(merge).startswith("def merge")
assert merge.__module__ == __name__
import __main__

assert __main__.label is label
