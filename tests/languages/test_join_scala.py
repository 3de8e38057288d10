"""What joining does to Scala texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "object Sum { def add(a: Int, b: Int): Int = a + b }\n"
TESTS = "object Tests {\n  def main(args: Array[String]): Unit = assert(Sum.add(1, 2) == 3)\n}\n"


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("scala"), solution, tests)


def joined_solution(solution: str, tests: str = TESTS) -> str:
    return joined(solution, tests).files["Solution.scala"].decode()


def joined_tests(tests: str, solution: str = SOLUTION) -> str:
    return joined(solution, tests).files["Tests.scala"].decode()


def test_texts_without_conflicts_are_unchanged() -> None:
    program = joined()
    assert program.files["Solution.scala"] == SOLUTION.encode()
    assert program.files["Tests.scala"] == TESTS.encode()
    assert program.files[".arguments"] == b"benchwright.Driver\n"


def test_both_texts_are_put_into_the_package_of_the_tests() -> None:
    assert joined_solution("package a.b\n" + SOLUTION, "package c\n" + TESTS).startswith("package c; \nobject Sum")
    assert joined_tests(TESTS, "package a.b\n" + SOLUTION).startswith("package a.b; object Tests")
    moved = joined_tests("package c\nimport a.b.Sum\n" + TESTS, "package a.b\n" + SOLUTION)
    assert moved.startswith("package c\nimport c.Sum\n")


@pytest.mark.parametrize(
    ("imported", "used", "added"),
    [
        ("import scala.math.{min => least, max}", "least(1, 2)", "import scala.math.{min => least};"),
        ("import scala.math.{min as least}", "least(1, 2)", "import scala.math.{min as least};"),
        ("import scala.collection.mutable", "mutable.Map()", "import scala.collection.mutable;"),
        ("import scala.math._", "add(1)", "import scala.math._;"),
        ("import scala.math.max", "add(1)", ""),
        ("import Sum.{add => assert}", "assert(true)", "import _root_.scala.Predef.assert;"),
    ],
)
def test_imports_found_only_in_the_solution(imported: str, used: str, added: str) -> None:
    text = joined_tests(f"object Tests {{ def main() = {used} }}\n", f"{imported}\n{SOLUTION}")
    assert text.partition("object")[0].strip() == added


def test_checks_refer_to_scalas_own() -> None:
    text = joined_tests(TESTS, SOLUTION + "def assert(holds: Boolean): Unit = ()\n")
    assert text.startswith("import _root_.scala.Predef.assert; object Tests")


def test_objects_defined_by_both_parts() -> None:
    assert "object Tests_of_solution" in joined_solution(SOLUTION + "object Tests { println(1) }\n")
    both = "case class Node(n: Int)\n"
    assert joined_solution(both + "def f(n: Node) = n\n", both + TESTS) == "\ndef f(n: Node) = n\n"


@pytest.mark.parametrize(
    ("call", "becomes"),
    [
        ("sys.exit(1)", '(throw new _root_.java.lang.Error("" + _root_.benchwright.Driver.exit(1)))'),
        ("sys.exit()", '(throw new _root_.java.lang.Error("" + _root_.benchwright.Driver.exit(0)))'),
        ("System.exit(2)", "_root_.benchwright.Driver.exit(2)"),
        ("Runtime.getRuntime.halt(2)", "_root_.benchwright.Driver.exit(2)"),
        ("other.exit(2)", "other.exit(2)"),
    ],
)
def test_exits_of_the_tests(call: str, becomes: str) -> None:
    text = "object Tests {{ def main(args: Array[String]): Unit = {{ {} }} }}\n"
    assert joined_tests(text.format(call)) == text.format(becomes)


def test_exits_that_are_imported() -> None:
    text = "import scala.sys.exit\nobject Tests { def main(args: Array[String]): Unit = exit(1) }\n"
    assert "_root_.benchwright.Driver.exit(1)" in joined_tests(text)


def test_scripts_become_a_class() -> None:
    text = joined_tests("package a\nval x = Sum.add(1, 2)\nassert(x == 3)\n")
    assert text.split("\n")[0] == "package a; class StatementsOfTests { "
    assert text.split("\n")[2] == "assert(x == 3)"
    assert "object StatementsOfTests { def main" in text


def test_tests_that_complete_the_solutions_object() -> None:
    program = joined(
        "object Sum {\n  private def add(a: Int, b: Int) = a + b\n", "  def test() = assert(add(1, 2) == 3)\n}\n"
    )
    assert program.files["Solution.scala"].decode() == "object Sum {\n   def add(a: Int, b: Int) = a + b\n\n}\n"
    assert program.files["Tests.scala"].decode().startswith("object RestOfObject { import Sum._;   def test() =")


def test_an_apps_body_is_run() -> None:
    program = joined("object Sum extends App {\n  def assert(a: Boolean) = a\n", "  assert(1 == 2)\n}\n")
    text = program.files["Tests.scala"].decode()
    assert text.startswith("object RestOfObject { def main")
    assert "class RestOfObject { import Sum._; import _root_.scala.Predef.assert;   assert(1 == 2)" in text
