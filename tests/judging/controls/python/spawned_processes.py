# control: a pool of spawned processes, which load the program's own file again to find its functions.
import multiprocessing


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
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return sum(pool.map(size, merge(spans)))
