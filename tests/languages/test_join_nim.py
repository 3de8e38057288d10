"""What joining does to Nim texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str = "doAssert true") -> Joined:
    return join(find_language("nim"), solution, tests)


def solution_of(solution: str, tests: str = "doAssert true") -> str:
    return joined(solution, tests).files["solution.nim"].decode()


def test_the_solution_is_not_the_main_module() -> None:
    assert solution_of("when isMainModule:\n  f()\n") == "when false:\n  f()\n"
    assert solution_of("proc main() = f()\nmain()\n") == "proc main() = f()\nwhen false: main()\n"
    assert joined("", "when isMainModule:\n  f()\n").files["tests.nim"] == b"when isMainModule:\n  f()\n"


def test_clashing_routines_of_the_solution_are_renamed() -> None:
    text = solution_of("proc doIt*() = discard\nproc other() = do_it()\n", "proc do_it() = discard\ndo_it()\n")
    assert text == ("proc benchwrightSolutionDoit*() = discard\nproc other() = benchwrightSolutionDoit()\n")


def test_checks_come_from_the_library() -> None:
    assert "doAssert" not in solution_of("template doAssert(c: untyped) = discard\n")
    assert "check" in solution_of("proc check(n: int) = discard\n")
    assert "check" not in solution_of("proc check(n: int) = discard\n", "import std/[os, unittest]\n")


def test_exits_of_the_tests_are_reported() -> None:
    tests = 'if x: quit(1)\nif y: quit "no"\nsystem.quit(2)\necho "quit(3)"\n'
    assert joined("", tests).files["tests.nim"].decode() == (
        'if x: benchwrightQuit(1)\nif y: benchwrightQuit "no"\nbenchwrightQuit(2)\necho "quit(3)"\n'
    )


def test_uncalled_procedures_are_called() -> None:
    found = joined("", "proc testA() = discard\nproc testB(n: int) = discard\nproc helper() = discard\n")
    assert found.entry == "call"
    assert b"include tests\ntestA()\nbenchwright_driver" in found.files["main.nim"]
    assert joined("", "proc testA() = discard\ntestA()\n").entry == "text"


def test_unittest_is_observed() -> None:
    found = joined("", 'import unittest\ntest "a":\n  check true\n')
    assert (found.entry, found.framework) == ("framework", "unittest")
    assert b"watchUnits()" in found.files["main.nim"]
    assert "benchwright_units.nim" in found.files
