"""How a passing Python test run ends."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.judging import Judgement, Question, Verdict, judge_tests
from benchwright.sandbox import LocalSandbox

pytestmark = pytest.mark.language(name="python")


def judge(solution: str, tests: str) -> Judgement:
    async def judged() -> Judgement:
        async with LocalSandbox() as sandbox:
            return await judge_tests(sandbox, Question(language="python", tests=tests), solution)

    return asyncio.run(judged())


def test_what_runs_at_the_end_runs_and_is_printed() -> None:
    """Exit hooks, the last line of each stream, threads that outlive the tests, pools, and finalizers."""
    solution = (
        "import atexit, sys, threading, time, weakref\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "class Held: pass\n"
        "held = Held()\n"
        "weakref.finalize(held, print, 'finalizer')\n"
        "atexit.register(print, 'hook')\n"
        "pool = ThreadPoolExecutor()\n"
        "def late(started):\n"
        "    started.wait()\n"
        "    print('thread')\n"
        "def f():\n"
        "    started = threading.Event()\n"
        "    threading.Thread(target=late, args=[started]).start()\n"
        "    pool.submit(print, 'pool')\n"
        "    threading.Timer(0.05, started.set).start()\n"
        "    sys.stderr.write('no line end')\n"
        "    sys.stdout.write('unflushed\\n')\n"
        "    return 3\n"
    )
    judgement = judge(solution, "assert f() == 3\n")
    assert judgement.verdict is Verdict.PASSED
    run = judgement.execution.runs[0]
    assert sorted(run.stdout.data.decode().split()) == ["finalizer", "hook", "pool", "thread", "unflushed"]
    assert run.stderr.data == b"no line end"


@pytest.mark.parametrize(
    "end",
    [
        "import sys; sys.stdout.close(); sys.stderr = None; del sys.__stdout__",
        "import atexit; atexit.register(lambda: 1 / 0)",
        "import atexit, sys; atexit.register(sys.exit, 3)",
        "import sys; sys.modules['atexit'] = None",
    ],
)
def test_a_strange_end_fails_no_passed_tests(end: str) -> None:
    assert judge(f"{end}\ndef f():\n    return 3\n", "assert f() == 3\n").verdict is Verdict.PASSED


def test_an_exit_hook_that_ends_the_program_decides_its_status() -> None:
    judgement = judge("import atexit, os\natexit.register(os._exit, 4)\ndef f():\n    return 3\n", "assert f() == 3\n")
    assert judgement.verdict is Verdict.RUNTIME_ERROR
    assert judgement.execution.runs[0].exit_code == 4


def test_output_that_cannot_be_written_is_an_error() -> None:
    """As in Python itself, which ends with status 120."""
    solution = "import os, sys\ndef f():\n    print('lost')\n    os.close(1)\n    return 3\n"
    judgement = judge(solution, "assert f() == 3\n")
    assert judgement.execution.runs[0].exit_code == 120


@pytest.mark.parametrize(
    "tests",
    [
        "def load():\n    return [(2, 4)]\n\nCASES = load()\n\ndef test_two():\n    assert f(2) == 4\n",
        (
            "def test_zero():\n    assert f(0) == 0\n\ndef test_two():\n    assert f(2) == 4\n\n"
            "if __name__ == '__main__':\n    test_zero()\n"
        ),
        (
            "def check():\n    test_zero()\n\ndef test_zero():\n    assert f(0) == 0\n\ndef test_two():\n"
            "    assert f(2) == 4\n\ncheck()\n"
        ),
    ],
)
def test_every_test_runs_whatever_the_text_calls(tests: str) -> None:
    passed = judge("def f(n): return 2 * n\n", tests)
    assert passed.verdict is Verdict.PASSED
    names = [test.name for test in passed.tests]
    assert "test_two" in names
    assert len(names) == len(set(names))
    assert judge("def f(n): return 0\n", tests).verdict is Verdict.WRONG_ANSWER
