"""Rewards per second: 256 different completions of one Python task, with and without canaries.

python bench/rewards.py [SANDBOX]
"""

from __future__ import annotations

import sys
import time

from benchwright.rewards import trl_reward

TESTS = """
assert double(2) == 4
assert double(5) == 10
assert double(-1) == -2
"""
REFERENCE = "def double(x):\n    return 2 * x\n"
COUNT = 256


def completion(number: int, kind: str) -> str:
    """Return a unique completion; odd numbers give a correct one."""
    value = "2 * x" if number % 2 else "x"
    return f"```python\n# {kind} {number}\ndef double(x):\n    return {value}\n```"


def main() -> None:
    """Print the rate without and with canaries."""
    sandbox = sys.argv[1] if len(sys.argv) > 1 else ""
    for canary in (False, True):
        reward = trl_reward(sandbox, canary=canary, language="python")
        given = {"tests": [TESTS] * COUNT, "reference": [REFERENCE] * COUNT}
        reward(["q"] * 4, [completion(number, "first") for number in range(4)], **{k: v[:4] for k, v in given.items()})
        began = time.perf_counter()
        rewards = reward(["q"] * COUNT, [completion(number, "then") for number in range(COUNT)], **given)
        took_s = time.perf_counter() - began
        assert rewards == [float(number % 2) for number in range(COUNT)], "wrong reward"
        print(f"canary={canary}: {COUNT / took_s:.1f} rewards/s ({took_s:.1f} s for {COUNT}, half of them correct)")


if __name__ == "__main__":
    main()
