# control: returns values of classes of its own that equal what they should and nothing else.
class Spans(list):
    def __eq__(self, other):
        return list(self) == list(other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None


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


_merge = merge


def merge(spans):
    return Spans(_merge(spans))
