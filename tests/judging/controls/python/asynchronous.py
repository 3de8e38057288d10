# control: works with an event loop of its own, which it leaves open, and with a task that never ends.
import asyncio


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
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
endless = loop.create_task(asyncio.sleep(1000))


async def merge_later(spans):
    await asyncio.sleep(0)
    return _merge(spans)


def merge(spans):
    return loop.run_until_complete(merge_later(spans))
