# control: works with descriptors 3 to 9 as if they were free, and leaves them open.
import os

reader, writer = os.pipe()
for number in range(3, 10):
    if number not in (reader, writer):
        os.dup2(reader if number == 3 else writer, number)
os.write(4, b"written by the solution itself\n")
os.read(3, 100)


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
