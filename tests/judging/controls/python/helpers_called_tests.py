# control: has helpers called main, test and test_…, which take arguments, fail when called without, or are no functions.
def main(spans=None):
    raise RuntimeError("not an entry")


def test_overlap(left, right):
    return right <= left + 1


def test():
    raise AssertionError("a helper, not a test")


test_data = [1, 2, 3]


class TestSpans:
    def test_nothing(self):
        raise AssertionError("a helper, not a test")


def check(*args):
    raise AssertionError("a helper, not a check")


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
