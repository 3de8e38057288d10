"""Python tests made of inputs and outputs of a function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_HEAD = """\
def answer_of(value):
    return list(value) if isinstance(value, tuple) else value


"""

IMPORTS = """\
import bisect, collections, functools, heapq, itertools, math, operator, re, string
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict, deque
from functools import cache, lru_cache, reduce
from heapq import heapify, heappop, heappush
from itertools import accumulate, combinations, permutations, product
from math import ceil, comb, floor, gcd, inf, sqrt
from typing import *
"""
"""What the authors of such problems have imported before the solution begins."""


def call_tests(function: str, calls: Iterable[tuple[list[Any], tuple[Any, ...]]]) -> str:
    """One test for each call: its arguments, and the values of which it must return one."""
    return _HEAD + "\n\n".join(_test(function, number, *call) for number, call in enumerate(calls, start=1))


def solution_function(starter_code: str, name: str) -> str:
    """How tests call it: as a method where the code that the solution begins with has the usual class."""
    return f"Solution().{name}" if "class Solution" in starter_code else name


def _test(function: str, number: int, arguments: list[Any], accepted: tuple[Any, ...]) -> str:
    called = f"answer_of({function}({', '.join(map(repr, arguments))}))"
    compared = f"== {accepted[0]!r}" if len(accepted) == 1 else f"in ({', '.join(map(repr, accepted))})"
    return f"def test_{number}():\n    assert {called} {compared}\n"
