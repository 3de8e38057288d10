# control: prints five megabytes, more than is recorded, without an end of line at the end.
import sys

for _ in range(5):
    sys.stdout.write("=" * ((1 << 20) - 1) + "\n")
sys.stdout.write("no end of line")
sys.stderr.write("x" * 100_000)


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
