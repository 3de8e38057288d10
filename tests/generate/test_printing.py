"""Output of a program, which must be the same every time."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.generate.record import Dropped
from benchwright.generate.soundness import printed
from benchwright.sandbox import LocalSandbox


def run(solution: str, program: str, runs: int = 3, language: str = "python") -> str:
    async def work() -> str:
        async with LocalSandbox() as sandbox:
            return await printed(sandbox, language, solution, program, runs)

    return asyncio.run(work())


def test_long_output_is_captured_completely() -> None:
    """Published captures end after a kilobyte; this one does not."""
    text = run("def f(n): return 'x' * n\n", "for n in range(300):\n    print(n, f(n))\n")
    assert text == "".join(f"{n} {'x' * n}\n" for n in range(300))


@pytest.mark.parametrize(
    ("body", "difference"),
    [
        ("return list({'a', 'b', 'c', 'd', 'e'})", "PYTHONHASHSEED"),
        ("import time; return time.strftime('%H', time.localtime(0))", "TZ="),
        ("import os; return os.environ.get('LC_ALL')", "LC_ALL"),
        ("import random; return random.random()", "then"),
        ("import time; return time.time_ns()", "then"),
        ("return id(object())", "then"),
    ],
)
def test_unstable_output_is_dropped(body: str, difference: str) -> None:
    with pytest.raises(Dropped) as caught:
        run(f"def f():\n    {body}\n", "print(f())\n")
    assert caught.value.reason == "unstable output"
    assert difference in caught.value.detail


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("print(f())\nraise ValueError\n", "inputs fail"),
        ("import os\nprint(f(), flush=True)\nos._exit(0)\n", "inputs fail"),
        ("f()\n", "nothing printed"),
        ("print('x' * 300_000)\n", "output too large"),
        ("import sys\nsys.stdout.buffer.write(b'\\xff\\n')\n", "output is not text"),
    ],
)
def test_failing_examples_are_dropped(program: str, reason: str) -> None:
    with pytest.raises(Dropped) as caught:
        run("def f(): return 1\n", program)
    assert caught.value.reason == reason


def test_a_single_repeat_is_enough_if_requested() -> None:
    assert run("def f(): return sorted({'b', 'a'})\n", "print(f())\n", runs=1) == "['a', 'b']\n"
