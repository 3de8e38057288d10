# control: shadows builtins for its own use, with the same meaning.
_sorted, _sum = sorted, sum


def sorted(items):
    return _sorted(items)


def sum(items, start=0):
    return _sum(items, start)


id = "spans"
input = list = None
type = "span"
max = max


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
