"""Which lines and branches of a target the tests execute, in the real sandbox."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.judging import Question
from benchwright.judging.coverage import TargetCoverage, measure_target, merged
from benchwright.sandbox import LocalSandbox

pytestmark = pytest.mark.language(name="python")


def measure(language: str, tests: str, solution: str, within: tuple[int, int] | None = None) -> TargetCoverage | None:
    async def run() -> TargetCoverage | None:
        async with LocalSandbox() as sandbox:
            return await measure_target(sandbox, Question(language=language, tests=tests), solution, within=within)

    return asyncio.run(run())


PYTHON = """def before(n):
    if n:
        return 1

def sort_of(n, words):
    if n < 0:
        return "negative"
    elif n == 0:
        text = "zero"
    for word in words:
        if word == "stop":
            break
        n += 1
    while (n > 10 and
           n > 0):
        n -= 10
    match n:
        case 1:
            text = "one"
        case int() if (
            n == 2
        ):
            text = (
                "two"
            )
        case _:
            text = "large" if n > 5 else "small"
    if n == 7: text = "seven"
    while True:
        if n > 0 and any(
            x for x in [n]
        ):
            return text
        n += 1

def values(items):
    while (yield):
        for item in items:
            if item:
                yield item
"""


def test_python_branches() -> None:
    found = measure("python", "assert sort_of(2, []) == 'two'\n", PYTHON, (5, 35))
    assert found is not None
    assert found.missed == (7, 9, 11, 12, 13, 15, 16, 19, 26, 27, 34)
    assert found.missed_branches == (
        *((6, 0), (8, 0), (10, 0), (11, 0), (11, 1)),
        *((14, 0), (18, 0), (20, 1), (30, 1)),
    )
    assert (found.branches, found.branches_covered) == (16, 7)


def test_two_test_sets_together() -> None:
    one = measure("python", "assert sort_of(2, []) == 'two'\n", PYTHON, (5, 35))
    other = measure(
        "python", "assert sort_of(-2, []) == 'negative'\nassert sort_of(11, []) == 'one'\n", PYTHON, (5, 35)
    )
    both = merged([one, other])
    assert both is not None
    assert both.missed == (9, 11, 12, 13, 26, 27, 34)
    assert both.missed_branches == ((8, 0), (10, 0), (11, 0), (11, 1), (20, 1), (30, 1))
    assert (both.lines, both.covered) == (one and one.lines, both.lines - 7)
    assert merged([one, None]) is None
    assert merged([one]) == one


def test_python_generators_and_exceptions() -> None:
    sending = "g = values([0, 1])\nnext(g)\nassert g.send(True) == 1\nassert next(g) is None\n"
    found = measure("python", sending, PYTHON, (36, 40))
    assert found is not None
    assert found.missed_branches == ((37, 1),)
    solution = "def f(x):\n    if 1 / x > 0:\n        return 1\n    return 2\n"
    tests = "try:\n    f(0)\nexcept ZeroDivisionError:\n    pass\n"
    raised = measure("python", tests, solution)
    assert raised is not None
    assert raised.missed_branches == ((2, 0), (2, 1))


def test_fallen_off_the_end() -> None:
    found = measure("python", "assert before(0) is None\n", PYTHON, (1, 3))
    assert found is not None
    assert (found.lines, found.missed, found.branches, found.missed_branches) == (3, (3,), 2, ((2, 0),))


def test_a_python_solution_that_meddles() -> None:
    written = (
        "import atexit\n@atexit.register\ndef end():\n    open('benchwright_coverage.json', 'w').write('[[1], [1]')\n"
    )
    found = measure("python", "assert f(1)\n", written + "def f(x):\n    if x:\n        return 1\n", (5, 7))
    assert found is not None
    assert found.missed_branches == ((6, 1),)
    left = measure("python", "f(1)\n", "import sys\ndef f(x):\n    if x:\n        sys.exit(0)\n    return 1\n", (2, 5))
    assert left is not None
    assert (left.missed, left.missed_branches) == ((5,), ((3, 1),))
    assert measure("python", "f()\n", "import os\ndef f():\n    os._exit(0)\n") is None
    killed = "import os\ndef f(x):\n    if x:\n        os.kill(os.getpid(), 9)\n"
    assert measure("python", "f(1)\n", killed) is None
