"""Read and write Python source without running it."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterable
from typing import Any


def parsed(text: str) -> ast.Module | None:
    """Return the syntax tree; None if the text is not valid Python for this interpreter."""
    try:
        with warnings.catch_warnings(action="ignore"):  # about source code of others
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defined_names(text: str) -> frozenset[str]:
    """Return the functions and classes that a module defines at the top level."""
    tree = parsed(text)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return frozenset(node.name for node in tree.body if isinstance(node, kinds)) if tree else frozenset()


def called_name(tests: str, solution: str) -> str:
    """Return the first name defined by the solution that the tests use; empty if there is none."""
    tree, own = parsed(tests), defined_names(solution)
    if tree is None:
        return ""
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in own]
    first = min(used, key=lambda node: (node.lineno, node.col_offset), default=None)
    return first.id if first else ""


def foreign_modules(text: str) -> tuple[str, ...]:
    """Return the imported modules outside the standard library, sorted."""
    tree = parsed(text)
    names: set[str] = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return tuple(sorted({name.partition(".")[0] for name in names} - sys.stdlib_module_names))


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
"""What the authors of such problems import before the solution."""


def call_tests(function: str, calls: Iterable[tuple[list[Any], tuple[Any, ...]]]) -> str:
    """Return one test per call: its arguments, and the values of which it must return one."""
    return _HEAD + "\n\n".join(_test(function, number, *call) for number, call in enumerate(calls, start=1))


def solution_function(starter_code: str, name: str) -> str:
    """Return how tests call the function: as a method if the starter code has the usual class."""
    return f"Solution().{name}" if "class Solution" in starter_code else name


def _test(function: str, number: int, arguments: list[Any], accepted: tuple[Any, ...]) -> str:
    called = f"answer_of({function}({', '.join(map(repr, arguments))}))"
    compared = f"== {accepted[0]!r}" if len(accepted) == 1 else f"in ({', '.join(map(repr, accepted))})"
    return f"def test_{number}():\n    assert {called} {compared}\n"
