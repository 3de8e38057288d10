"""What joining does to Java texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "public class Sum { static int add(int a, int b) { return a + b; } }\n"
TESTS = (
    "public class Main {\n    public static void main(String[] args) {\n        check(Sum.add(1, 2) == 3);\n    }\n}\n"
)
JUNIT = "import org.junit.jupiter.api.Test;\nclass SumTest {\n    @Test void adds() { assert Sum.add(1, 2) == 3; }\n}\n"


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("java"), solution, tests)


def joined_solution(solution: str, tests: str = TESTS) -> str:
    return joined(solution, tests).files["Solution.java"].decode(errors="surrogateescape")


def joined_tests(tests: str, solution: str = SOLUTION) -> str:
    return joined(solution, tests).files["Tests.java"].decode(errors="surrogateescape")


def arguments(tests: str, solution: str = SOLUTION) -> list[str]:
    return joined(solution, tests).files[".arguments"].decode().split("\n")


def test_texts_without_conflicts_are_unchanged() -> None:
    program = joined()
    assert program.files["Solution.java"] == SOLUTION.encode()
    assert program.files["Tests.java"] == TESTS.encode()
    assert program.mode == "tests"
    assert program.entry == "text"
    assert program.silent == ()
    assert {name: origin.part for name, origin in program.origins.items()} == {
        "Solution.java": "solution",
        "Tests.java": "tests",
    }


@pytest.mark.parametrize(
    "tests",
    [
        "class A {}\nclass B { public static void main(String[] args) {} }",
        "class A { public static void main(String[] a) {} }\npublic class B { public static void main(String a[]) {} }",
        "interface B { static void main(String... args) {} }\nclass A { void main(String[] a) {} }",
        "record B(int n) { public static void main(final String[] args) throws Exception {} }\nclass A {}",
        "enum B { X; public static void main(String[] args) {} }",
        "/* class C { public static void main(String[] args) {} } */ class B { static void main(String[] args) {} }",
        "class A { static void mains(String[] a) {} void main() {} }\nclass B { static void main(String... a) {} }",
    ],
)
def test_the_entry_is_the_type_with_a_main(tests: str) -> None:
    assert arguments(tests)[:2] == ["benchwright.Driver", "B"]


def test_all_top_level_types_of_the_tests_are_named() -> None:
    assert arguments("class A { class In {} }\nenum E { X }\n" + TESTS) == [
        "benchwright.Driver",
        "Main",
        "A",
        "E",
        "Main",
    ]


def test_tests_without_an_entry_have_none() -> None:
    assert arguments("class A {}") == ["benchwright.Driver"]


def test_junit_runs_annotated_tests() -> None:
    program = joined(tests=JUNIT)
    assert (program.mode, program.entry, program.framework) == ("junit", "framework", "junit")
    assert arguments(JUNIT) == [
        "benchwright.JUnitDriver",
        "org.junit.jupiter.engine.JupiterTestEngine",
        "SumTest",
    ]


def test_junit_4_runs_by_its_own_engine() -> None:
    assert "org.junit.vintage.engine.VintageTestEngine" in arguments(
        "import org.junit.*;\nclass T { @Test public void t() {} }"
    )


def test_junit_assertions_in_a_main_need_no_runner() -> None:
    program = joined(tests="import static org.junit.jupiter.api.Assertions.*;\n" + TESTS)
    assert (program.mode, program.entry) == ("junit", "text")
    assert program.files[".arguments"].startswith(b"benchwright.Driver\nMain")


def test_an_annotation_defined_by_the_tests_is_not_a_framework() -> None:
    program = joined(tests="@interface Test {}\n" + TESTS.replace("    public", "    @Test public"))
    assert (program.mode, program.entry) == ("tests", "text")


def test_the_tests_get_the_solutions_imports_on_their_first_line() -> None:
    solution = "import java.util.List;\nimport java.util.function.*;\nimport java.util.Map;\n" + SOLUTION
    text = joined_tests("class Main { List<Integer> all; }\n", solution)
    assert text == "import java.util.List; import java.util.function.*; class Main { List<Integer> all; }\n"


@pytest.mark.parametrize("own", ["import java.awt.List;\n", "import java.util.List;\n", "class List {}\n"])
def test_existing_or_clashing_imports_are_not_added(own: str) -> None:
    tests = own + "class Main { List all; }\n"
    assert joined_tests(tests, "import java.util.List;\n" + SOLUTION) == tests


def test_static_imports_of_the_solution() -> None:
    solution = "import static java.lang.Math.max;\nimport static java.lang.Math.min;\n" + SOLUTION
    assert joined_tests("class A { int x = max(1, 2); }", solution).startswith(
        "import static java.lang.Math.max; class"
    )


def test_packages_are_merged_and_lines_kept() -> None:
    solution, tests = (
        "// first\npackage com.one;\n\nimport com.one.Sum;\n" + SOLUTION,
        "package com.two;\nimport com.one.Sum;\n" + TESTS,
    )
    assert joined_solution(solution, tests).split("\n")[:4] == [
        "// first",
        "package com.two;",
        "",
        "import com.two.Sum;",
    ]
    assert joined_tests(tests, solution).split("\n")[:2] == ["package com.two;", "import com.two.Sum;"]
    assert arguments(tests, solution) == ["benchwright.Driver", "com.two.Main", "com.two.Main"]


def test_both_parts_use_the_solutions_package() -> None:
    solution = "package com.one;\n" + SOLUTION
    assert joined_tests(TESTS, solution) == "package com.one; " + TESTS
    assert joined_solution(solution) == solution


def test_the_solution_cannot_join_the_drivers_package() -> None:
    assert joined_solution("package benchwright;\n" + SOLUTION) == "\n" + SOLUTION


def test_a_type_that_the_tests_also_define_is_renamed_in_the_solution() -> None:
    solution = (
        'public class Main { Main() {} static Main make() { return new Main(); } String s = "Main"; }\n' + SOLUTION
    )
    text = joined_solution(solution)
    assert "public class Main_of_solution { Main_of_solution() {}" in text
    assert 'String s = "Main";' in text


def test_a_type_that_both_parts_exchange_is_only_in_the_tests() -> None:
    node = "class Node {\n    int value;\n}\n"
    solution = node + "class Chain { static int length(Node node) { return 0; } }\n"
    assert (
        joined_solution(solution, node + TESTS) == "\n\n\nclass Chain { static int length(Node node) { return 0; } }\n"
    )


@pytest.mark.parametrize("name", ["AssertionError", "RuntimeException", "System", "Throwable"])
def test_types_in_tests_come_from_java_lang(name: str) -> None:
    assert joined_tests(TESTS, f"class {name} {{}}\n" + SOLUTION) == f"import java.lang.{name}; " + TESTS


def test_imported_checking_types_in_tests_come_from_their_packages() -> None:
    solution = "class Objects {}\nclass List {}\nclass Stack {}\nclass Test {}\n" + SOLUTION
    tests = "import java.util.*;\nimport org.junit.jupiter.api.*;\nclass T { Object all = List.of(new Stack()); }\n"
    expected = "import java.util.Objects; import org.junit.jupiter.api.Test; import java.util.List; "
    assert joined_tests(tests, solution) == expected + tests


def test_unimported_types_in_tests_are_the_solutions() -> None:
    assert joined_tests(TESTS, "class Objects {}\nclass Process {}\nclass List {}\n" + SOLUTION) == TESTS


def test_types_with_the_names_of_packages_are_renamed() -> None:
    assert joined_solution("class java {}\n" + SOLUTION) == "class java_of_solution {}\n" + SOLUTION


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("System.exit(1);", "benchwright.Driver.exit(1);"),
        ("java.lang.System.exit(n());", "benchwright.Driver.exit(n());"),
        ("Runtime.getRuntime().halt(2);", "benchwright.Driver.exit(2);"),
        ("Runtime\n  .getRuntime()\n  .exit(2);", "benchwright.Driver\n  .exit(2);"),
        ("codes.forEach(System::exit);", "codes.forEach(benchwright.Driver::exit);"),
        ("shell.exit(1);", "shell.exit(1);"),
        ("exit(1);", "exit(1);"),
        ('print("System.exit(1)");', 'print("System.exit(1)");'),
    ],
)
def test_exits_of_the_tests_are_redirected_to_the_driver(call: str, expected: str) -> None:
    tests = "class Main { public static void main(String[] args) { %s } }"
    assert joined_tests(tests % call) == tests % expected


def test_statically_imported_exits() -> None:
    tests = "import static java.lang.System.exit;\nclass Main { void f() { exit(1); } }"
    assert joined_tests(tests).endswith("class Main { void f() { benchwright.Driver.exit(1); } }")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("assert ok;", "{ if (!( ok)) throw new java.lang.AssertionError(); }"),
        ('assert ok : "no";', '{ if (!( ok)) throw new java.lang.AssertionError( "no"); }'),
        ("assert ok // yes\n : 1;", "{ if (!( ok)) // yes\n throw new java.lang.AssertionError( 1); }"),
        ("assert a ? b : c : d;", "{ if (!( a ? b : c)) throw new java.lang.AssertionError( d); }"),
    ],
)
def test_the_tests_assertions_cannot_be_disabled(statement: str, expected: str) -> None:
    tests = "class Main { void f() { if (a) %s else g(); } }"
    program = joined(tests=tests % statement)
    assert program.files["Tests.java"].decode() == tests % expected
    assert program.silent == ("assert",)


def test_exits_of_the_solution_are_kept() -> None:
    solution = SOLUTION.replace("return", "System.exit(0); return")
    assert joined_solution(solution) == solution


def test_line_ends_byte_order_marks_and_odd_bytes() -> None:
    solution = "\ufeffclass Größe {\r\n    // \udcff last line"
    assert joined(solution).files["Solution.java"] == "class Größe {\n    // ".encode() + b"\xff last line"


def test_texts_that_are_not_java_are_left_to_the_compiler() -> None:
    program = joined("static int add(int a, int b) { return a + b; }", "check(add(1, 2) == 3);\n}")
    assert program.files["Tests.java"] == b"check(add(1, 2) == 3);\n}"
    assert program.files[".arguments"] == b"benchwright.Driver"


def test_tests_that_complete_the_solutions_class() -> None:
    solution = "class Solution {\n    private static int add(int a, int b) { return a + b; }\n"
    tests = "    public static void main(String[] args) {\n        assert add(1, 2) == 3;\n    }\n}\n"
    joined = join(find_language("java"), solution, tests)
    assert (
        joined.files["Solution.java"].decode().splitlines()[1].strip()
        == "static int add(int a, int b) { return a + b; }"
    )
    assert joined.files["Solution.java"].count(b"{") == joined.files["Solution.java"].count(b"}")
    assert b"extends Solution" in joined.files["Tests.java"].splitlines()[0]
    assert b"add(1, 2) == 3" in joined.files["Tests.java"].splitlines()[1]
