"""Generated problems with a hole in a function, written as rows of the original tool and read back."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchwright.problems import Problem, read_problems, write_problems

FILE = '''"""Shapes."""
from __future__ import annotations

import asyncio
import functools

import numpy


class Shape:
    def __init__(self, side):
        self.side = side

    @property
    def area(self) -> int:
        # twice the same
        return self.side * self.side

    async def later(self) -> int:
        """The area,
        later.
        """
        await asyncio.sleep(0)
        return self.area


@functools.lru_cache(maxsize=None)
def cached(n: int) -> int:
    return n


def test_like(n):
    """No test, whatever its name."""
    return n
'''
TESTS = """import unittest

LIMIT = 3


class TestShape(unittest.TestCase):
    def test_area(self):
        self.assertEqual(Shape(2).area, 4)

    def test_later(self):
        self.assertEqual(asyncio.run(Shape(LIMIT).later()), 9)


if __name__ == "__main__":
    unittest.main()
"""
MORE = "import asyncio\n\n\ndef test():\n    assert cached(1) == 1\n\n\ntest()\n"
TARGETS = {
    "Shape.area": "        # twice the same\n        return self.side * self.side\n",
    "Shape.later": "        await asyncio.sleep(0)\n        return self.area\n",
    "cached": "@functools.lru_cache(maxsize=None)\ndef cached(n: int) -> int:\n    return n\n",
}


def made(name: str) -> Problem:
    """Return the problem as a generation leaves it."""
    hole = TARGETS[name] if "def" not in TARGETS[name] else "    return n\n"
    start = FILE.index(TARGETS[name]) + len(TARGETS[name]) - len(hole)
    return Problem(
        id=f"shapes.py::{name}",
        language="python",
        question="Functionality: it computes.\nInputs: none.\nOutputs: a number.",
        canonical_solution=FILE,
        prefix=FILE[:start],
        suffix=FILE[start + len(hole) :],
        entry_point=name,
        tests={"full": TESTS, "augmented": MORE},
        environment="python-0123",
        libraries=("numpy",),
        lineage={"method": "codebenchgen", "tests": {"full": "one", "augmented": "two"}},
        evidence={"flags": []},
    )


@pytest.mark.parametrize("name", TARGETS)
def test_conversion_round_trips(tmp_path: Path, name: str) -> None:
    problem = made(name)
    result = write_problems([problem], "exec_csn")
    assert (set(result.lost), result.changed, result.skipped) == ({"environment", "lineage", "evidence"}, {}, ())
    (tmp_path / "rows.jsonl").write_text("".join(result.lines))
    (again,) = read_problems(tmp_path / "rows.jsonl")
    assert again == msgspec.structs.replace(problem, environment=None, lineage={}, evidence={})


def test_rows_have_the_fields_that_the_original_tool_reads() -> None:
    (line,) = write_problems([made("Shape.later")], "exec_csn").lines
    row = msgspec.json.decode(line)
    assert row["func_name"] == "Shape.later"
    assert row["code"] == FILE + TESTS
    assert (row["test_code"], row["new_test_code"]) == (TESTS, MORE)
    compile(row["code"], "code.py", "exec")
