# control: guarded demonstrations in several spellings, each of which would fail or never end.
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


if "__main__" == __name__:
    assert merge([]) == "a demonstration"

if (__name__ == '__main__'):
    raise SystemExit(2)

if __name__ == "__main__" and True:
    while True:
        pass
