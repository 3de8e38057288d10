"""What the sandbox saw of a solution and its tests, and what they depend on."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from textwrap import dedent
from typing import Any

import pytest

from benchwright.judging import Question
from benchwright.judging.observe import Observed, observe_tests
from benchwright.languages import find_language, find_toolchain
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language

QUIET = (
    "python",
    "javascript",
    "typescript",
    "java",
    "go",
    "rust",
    "cpp",
    "ruby",
    "shell",
    "awk",
    "r",
    "erlang",
    "zig",
)
"""Widely used languages, and those whose runtime or driver has side effects."""


def observe(language: str, solution: str, tests: str, **options: Any) -> Observed:
    async def run() -> Observed:
        async with LocalSandbox() as sandbox:
            question = Question(language=language, tests=dedent(tests))
            return await observe_tests(sandbox, question, dedent(solution), **options)

    return asyncio.run(run())


@pytest.mark.parametrize("language", [in_language(name) for name in QUIET])
def test_nothing_is_seen_of_the_runtime_and_the_driver(language: str) -> None:
    example = find_language(language).generation_example
    seen = observe(language, example("solution"), example("tests"), runs=1)
    clock = None if find_language(language).observation.own_clock else False
    # The shell example starts subshells.
    forks = seen.forks if language == "shell" else 0
    assert seen == Observed(passed=True, forks=forks, clock_dependent=clock, random=False, local=False)


@pytest.mark.language(name="python")
def test_what_a_solution_does_is_seen() -> None:
    solution = """
        import ctypes, socket, subprocess
        def act():
            open("/tmp/left", "w").write("123")
            subprocess.run(["/bin/true"], check=True)
            ctypes.CDLL(None).unshare(0x10000000)
            try:
                socket.create_connection(("example.invalid", 80))
            except OSError:
                pass
            socket.socket().connect_ex(("192.0.2.1", 80))
            with socket.create_server(("127.0.0.1", 4711)):
                socket.create_connection(("127.0.0.1", 4711)).close()
            return 1
    """
    seen = observe("python", solution, "assert act() == 1\n", runs=1)
    assert seen.passed
    assert (seen.files, seen.processes, seen.forks) == ({"/tmp/left": 3}, ("/bin/true",), 1)
    assert seen.denied_calls == {"unshare": 1}
    assert seen.network.keys() == {"127.0.0.1:53", "192.0.2.1:80", "127.0.0.1:4711"}
    assert seen.outside == ("127.0.0.1:53", "192.0.2.1:80")


@pytest.mark.language(name="awk")
def test_no_more_than_the_usual_is_taken_away() -> None:
    solution = 'function act() { return system("exec rm -f nothing") }\n'
    seen = observe("awk", solution, "BEGIN { if (act() != 0) exit 1 }\n", runs=1)
    assert seen.forks == 1
    assert "/bin/sh" in seen.processes


AT_A_DATE = {
    "python": (
        "import datetime\ndef year():\n    return datetime.date.today().year\n",
        "import time\nassert abs(time.time() - {now}) < 100 * 86400\nassert year() > 1970\n",
    ),
    "javascript": (
        "function now() { return Date.now() / 1000; }\n",
        "require('assert').ok(Math.abs(now() - {now}) < 100 * 86400);\n",
    ),
    "java": (
        "class Clock { static long now() { return System.currentTimeMillis() / 1000; } }\n",
        """public class Main {
            public static void main(String[] arguments) {
                if (Math.abs(Clock.now() - {now}L) > 100 * 86400) throw new AssertionError();
            }
        }
        """,
    ),
    "cpp": (
        "#include <ctime>\nlong now() { return std::time(nullptr); }\n",
        "#include <cassert>\n#include <cstdlib>\nint main() { assert(std::labs(now() - {now}L) < 100 * 86400); }\n",
    ),
    "ruby": (
        "def now = Time.now.to_i\n",
        "raise 'another time' unless (now - {now}).abs < 100 * 86400\n",
    ),
}


@pytest.mark.parametrize("language", [in_language(name) for name in AT_A_DATE])
def test_tests_that_depend_on_the_date_are_told(language: str) -> None:
    solution, tests = AT_A_DATE[language]
    seen = observe(language, solution, tests.replace("{now}", str(int(time.time()))), runs=1)
    assert (seen.passed, seen.clock_dependent, seen.random, seen.local) == (True, True, False, False)
    assert seen.failures


@pytest.mark.language(name="python")
def test_a_solution_that_only_measures_time_does_not_depend_on_it() -> None:
    solution = """
        import time
        def elapsed():
            began, now = time.time(), time.monotonic()
            time.sleep(0.01)
            return time.time() - began, time.monotonic() - now
    """
    seen = observe("python", solution, "assert 0 < min(elapsed()) and max(elapsed()) < 20\n", runs=1)
    assert (seen.passed, seen.clock_dependent, seen.random) == (True, False, False)


WORDS = [str(number) for number in range(20)]


def order_with_seed_0() -> list[str]:
    """Return the order of the words in a set, in the Python that the sandbox uses."""
    python = find_toolchain(find_language("python")).tools["python"]
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.check_output([python, "-c", f"print(*set({WORDS}))"], env=env, text=True).split()


@pytest.mark.language(name="python")
def test_a_solution_that_depends_on_hash_seeds_is_told() -> None:
    solution = "def ordered(words):\n    return list(set(words))\n"
    seen = observe("python", solution, f"assert ordered({WORDS}) == {order_with_seed_0()}\n")
    assert (seen.passed, seen.random, seen.clock_dependent, seen.local) == (True, True, None, None)
    steady = observe("python", solution, f"assert sorted(ordered({WORDS})) == {sorted(WORDS)}\n")
    assert (steady.passed, steady.random, steady.clock_dependent, steady.local) == (True, False, False, False)


@pytest.mark.language(name="python")
def test_a_solution_that_depends_on_its_place_is_told() -> None:
    solution = "import time\ndef hour():\n    return time.localtime(0).tm_hour\n"
    seen = observe("python", solution, "assert hour() == 0\n")
    assert (seen.passed, seen.local, seen.clock_dependent, seen.random) == (True, True, False, False)


@pytest.mark.parametrize("solution", ["def f():\n    return 2\n", "def f(:\n"])
@pytest.mark.language(name="python")
def test_nothing_is_known_of_what_never_passes(solution: str) -> None:
    assert observe("python", solution, "assert f() == 1\n", runs=1) == Observed(passed=False)


@pytest.mark.language(name="cpp")
def test_what_is_not_built_did_nothing() -> None:
    assert observe("cpp", "int f( {\n", "int main() { return f(); }\n", runs=1) == Observed(passed=False)
