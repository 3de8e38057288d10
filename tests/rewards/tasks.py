"""A problem, and completions of every kind."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.judging.verifier import verifier_of
from benchwright.problems import Problem

DOUBLE = "def double(x):\n    return 2 * x"
TESTS = """import unittest

class TestDouble(unittest.TestCase):
    def test_two(self):
        self.assertEqual(double(2), 4)

    def test_five(self):
        self.assertEqual(double(5), 10)

if __name__ == "__main__":
    unittest.main()
"""
PROBLEM = Problem(id="p/1", language="python", question="Double it.", canonical_solution=DOUBLE, tests={"full": TESTS})

RIGHT = f"```python\n{DOUBLE}\n```"
WRONG = "```python\ndef double(x):\n    return 7\n```"
HALF = "```python\ndef double(x):\n    return 4\n```"
CHEAT = """```python
import unittest
unittest.TestCase.assertEqual = lambda *_: None

def double(x):
    return 0
```"""


def verifier() -> dict[str, Any]:
    """Verifier of the problem, as in an exported row."""
    built: dict[str, Any] = msgspec.to_builtins(verifier_of(PROBLEM, None))
    return built
