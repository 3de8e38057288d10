# control: raises and catches assertions, exits and interrupts of its own.
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


_covered = covered


def covered(spans):
    for error in (AssertionError("mine"), SystemExit(3), KeyboardInterrupt()):
        try:
            raise error
        except BaseException:
            pass
    try:
        sys.exit(1)
    except SystemExit:
        return _covered(spans)
    finally:
        assert spans is not None, "never"
