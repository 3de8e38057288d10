"""Spans of whole numbers, both ends included."""


def merge(spans):
    """The same points in sorted spans that neither overlap nor touch."""
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
    """How many points they hold."""
    return sum(high - low + 1 for low, high in merge(spans))


def label(spans):
    """As in `1-3,5`."""
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in merge(spans))
