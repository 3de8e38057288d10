"""What joining does to Groovy texts; the build does most of it."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "int add(int a, int b) { a + b }\n"
TESTS = "assert add(1, 2) == 3\n"


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("groovy"), solution, tests)


def test_texts_are_unchanged() -> None:
    program = joined()
    assert program.files["SolutionScript.groovy"] == SOLUTION.encode()
    assert program.files["TestsScript.groovy"] == TESTS.encode()
    assert program.files[".arguments"] == b"benchwright.Driver\n"
    assert (program.mode, program.entry) == ("tests", "text")


def test_package_lines_and_imports_of_own_packages_are_removed() -> None:
    program = joined("package a.b\nimport a.c.X\n" + SOLUTION, "import a.b.Sum\nimport a.b.*\n" + TESTS)
    assert program.files["SolutionScript.groovy"].decode() == "\nimport a.c.X\n" + SOLUTION
    assert program.files["TestsScript.groovy"].decode() == "\n\n" + TESTS


@pytest.mark.parametrize(
    ("tests", "engine"),
    [
        ("import org.junit.jupiter.api.*\nclass A {\n    @Test\n    void a() {}\n}\n", "jupiter"),
        ("import org.junit.Test\nclass A {\n    @Test void a() {}\n}\n", "vintage"),
        ("class A extends GroovyTestCase {\n    void testA() {}\n}\n", "vintage"),
    ],
)
def test_frameworks(tests: str, engine: str) -> None:
    program = joined(tests=tests)
    assert (program.mode, program.entry, program.framework) == ("junit", "framework", "junit")
    assert program.files[".arguments"].startswith(f"benchwright.JUnitDriver\norg.junit.{engine}".encode())


def test_junit_assertions_without_junit_tests() -> None:
    program = joined(tests="import static groovy.test.GroovyAssert.shouldFail\nshouldFail { add(1) }\n")
    assert (program.mode, program.entry) == ("junit", "text")
