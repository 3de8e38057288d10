# control: starts threads while it is loaded and when it is called; one of them fails, one never ends.
import threading
import time
from concurrent.futures import ThreadPoolExecutor

threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
failing = threading.Thread(target=lambda: 1 // 0)
failing.start()
failing.join()
pool = ThreadPoolExecutor(2)


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
    return pool.submit(_merge, spans).result()
