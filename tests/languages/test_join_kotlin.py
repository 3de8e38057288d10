"""What joining does to Kotlin texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "fun add(a: Int, b: Int) = a + b\n"
TESTS = "fun main() {\n    check(add(1, 2) == 3)\n}\n"
CLASS = "import kotlin.test.*\nclass SumTest {\n    @Test\n    fun adds() = assertEquals(3, add(1, 2))\n}\n"


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("kotlin"), solution, tests)


def joined_solution(solution: str, tests: str = TESTS) -> str:
    return joined(solution, tests).files["Solution.kt"].decode()


def joined_tests(tests: str, solution: str = SOLUTION) -> str:
    return joined(solution, tests).files["Tests.kt"].decode()


def test_texts_without_conflicts_are_unchanged() -> None:
    program = joined()
    assert program.files["Solution.kt"] == SOLUTION.encode()
    assert program.files["Tests.kt"] == TESTS.encode()
    assert program.files[".arguments"] == b"benchwright.Driver\n"
    assert (program.mode, program.entry, program.silent) == ("tests", "text", ())


def test_annotated_tests_are_run_by_the_framework() -> None:
    program = joined(tests=CLASS)
    assert (program.mode, program.entry, program.framework) == ("junit", "framework", "junit")
    assert program.files[".arguments"].startswith(b"benchwright.JUnitDriver\norg.junit.jupiter")


def test_kotlin_tests_without_annotations_have_a_main() -> None:
    program = joined(tests="import kotlin.test.assertEquals\nfun main() = assertEquals(3, add(1, 2))\n")
    assert (program.mode, program.entry) == ("tests", "text")


def test_silent_assertions_are_listed() -> None:
    assert joined(tests="fun main() { assert(add(1, 2) == 3) }\n").silent == ("assert",)


def test_both_texts_are_put_into_the_package_of_the_tests() -> None:
    assert joined_solution("package a.b\n" + SOLUTION, "package c\n" + TESTS).startswith("package c;\nfun add")
    assert joined_solution(SOLUTION, "package c\n" + TESTS).lstrip().startswith("package c; fun add")
    moved = joined_tests("package c\nimport a.b.add\n" + TESTS, "package a.b\n" + SOLUTION)
    assert moved.startswith("package c\nimport c.add;\nfun main")


def test_the_header_follows_file_annotations() -> None:
    text = joined_tests('@file:Suppress("x")\n' + TESTS, "package a\n" + SOLUTION)
    assert text.startswith('@file:Suppress("x") package a; \nfun main')


@pytest.mark.parametrize(
    ("imported", "used", "added"),
    [
        ("import kotlin.math.min as least", "least(1, 2)", "import kotlin.math.min as least;"),
        ("import java.util.*", "Stack<Int>()", "import java.util.*;"),
        ("import java.util.Stack", "Stack<Int>()", "import java.util.Stack;"),
        ("import kotlin.test.assertEquals", "assertEquals(1, 1)", "import kotlin.test.assertEquals;"),
        ("import java.util.Stack", "add(1, 2)", ""),
        ("import kotlin.io.println as assert", "assert(true)", "import kotlin.assert;"),
    ],
)
def test_imports_found_only_in_the_solution(imported: str, used: str, added: str) -> None:
    text = joined_tests(f"fun main() {{ {used} }}\n", f"{imported}\n{SOLUTION}")
    assert text.partition("fun main")[0].strip() == added


def test_checks_refer_to_kotlins_own() -> None:
    shadowing = SOLUTION + "fun check(value: Boolean) {}\nfun <T> listOf(vararg items: T): Any = 1\n"
    assert joined_tests(TESTS, shadowing).startswith(" import kotlin.check; fun main")
    own = "fun check(value: Boolean) { if (!value) throw Error() }\n" + TESTS
    assert "import kotlin.check" not in joined_tests(own, SOLUTION + "fun check(text: String) {}\n")


def test_the_solutions_main_is_renamed() -> None:
    text = joined_solution(SOLUTION + "fun main() { mainly() }\nfun mainly() { main() }\nobject A { fun main() {} }\n")
    assert "fun main_of_solution() { mainly() }" in text
    assert "fun mainly() { main_of_solution() }" in text
    assert "object A { fun main() {} }" in text
    assert joined_solution(SOLUTION + "fun main() {}\n", CLASS).endswith("fun main() {}\n")


def test_functions_defined_by_both_parts() -> None:
    tests = "fun same(a: Any?, b: Any?) {}\n" + TESTS
    text = joined_solution("fun same(x: Any?, y: Any?) {}\nfun same(x: Int) = same(x, x)\n", tests)
    assert "fun same_of_solution(x: Any?, y: Any?)" in text
    assert joined_solution("fun same(x: Int) {}\n", tests) == "fun same(x: Int) {}\n"


def test_types_defined_by_both_parts() -> None:
    tests = "data class Node(val n: Int)\n" + TESTS
    assert joined_solution("data class Node(val n: Int)\nfun f(n: Node) = n\n", tests) == "\nfun f(n: Node) = n\n"
    assert "class Node_of_solution" in joined_solution("class Node\nfun f() { Node() }\n", tests)


def test_private_definitions_become_visible_where_used() -> None:
    assert joined_solution("private fun add(a: Int, b: Int) = a + b\n") == " fun add(a: Int, b: Int) = a + b\n"
    assert joined_solution("private fun sub(a: Int) = a\n") == "private fun sub(a: Int) = a\n"
    assert joined_solution("private fun check(a: Int) = a\n") == "private fun check(a: Int) = a\n"


@pytest.mark.parametrize(
    ("call", "becomes"),
    [
        ("exitProcess(1)", '(throw ErrorOfTests("" + DriverOfTests.exit(1)))'),
        ("kotlin.system.exitProcess(0)", '(throw ErrorOfTests("" + DriverOfTests.exit(0)))'),
        ("System.exit(2)", "DriverOfTests.exit(2)"),
        ("Runtime.getRuntime().halt(2)", "DriverOfTests.exit(2)"),
        ("other.exit(2)", "other.exit(2)"),
        ('println("exitProcess(1)")', 'println("exitProcess(1)")'),
    ],
)
def test_exits_of_the_tests(call: str, becomes: str) -> None:
    text = joined_tests(f"fun main() {{\n    {call}\n}}\n")
    assert text.endswith(f"fun main() {{\n    {becomes}\n}}\n")
    assert ("import benchwright.Driver as DriverOfTests;" in text) == (call != becomes)


def test_scripts_get_a_main() -> None:
    assert joined_tests(TESTS + "main()\n").rstrip() == TESTS.rstrip()
    text = joined_tests("val x = add(1, 2)\ncheck(x == 3)\nfor (i in 1..2) { check(i > 0) }\n")
    assert text.split("\n")[1] == "fun statement0_of_tests() { check(x == 3) }"
    assert "fun main(args: Array<String>) { statement0_of_tests(); statement1_of_tests() }" in text
