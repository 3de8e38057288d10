"""What joining does to Dart texts. Only the joiner is tested, so no Dart toolchain is needed."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "int add(int a, int b) => a + b;\n"
IMPORTS = "import 'judge.dart' show exit, exitCode; import 'solution.dart';"


def joined(solution: str = SOLUTION, tests: str = "void main() {}\n") -> Joined:
    return join(find_language("dart"), solution, tests)


def text_of_tests(solution: str = SOLUTION, tests: str = "void main() {}\n") -> str:
    return joined(solution, tests).files["tests.dart"].decode()


def test_the_tests_import_the_solution_on_their_first_line() -> None:
    assert (
        text_of_tests(tests="import 'dart:io';\nvoid main() {}\n") == f"{IMPORTS} import 'dart:io';\nvoid main() {{}}\n"
    )
    assert joined().files["solution.dart"] == SOLUTION.encode()


def test_imports_of_the_system_serve_both_parts() -> None:
    solution = "import 'dart:math'\n    as math;\nimport 'package:a/a.dart';\n"
    assert text_of_tests(solution).startswith(f"{IMPORTS} import 'dart:math' as math; void main()")


def test_library_names_used_by_tests_are_hidden_in_the_solution() -> None:
    solution = "class StateError {}\nNever exit(int n) => throw n;\nclass Stack { String print() => ''; }\n"
    assert "import 'solution.dart' hide StateError, exit;" in text_of_tests(solution)


@pytest.mark.parametrize(
    "directive", ["library a;", "part of 'a.dart';", "import 'a.dart';", 'import "../a.dart" as a;']
)
def test_line_directives_with_the_drivers_file_names_are_dropped(directive: str) -> None:
    assert text_of_tests(tests=f"{directive}\nvoid main() {{}}\n") == f"{IMPORTS} \nvoid main() {{}}\n"


@pytest.mark.parametrize(
    ("tests", "entries", "entry"),
    [
        ("void testA() {}\nFuture<void> main() async { testA(); }\n", "'main': tests.main", "text"),
        ("void testA() {}\nvoid testB(int n) {}\nvoid helper() {}\n", "'testA': tests.testA", "call"),
    ],
)
def test_functions_that_the_driver_calls(tests: str, entries: str, entry: str) -> None:
    program = joined(tests=tests)
    assert f"entries = {{{entries}}};" in program.files["entries.dart"].decode()
    assert program.entry == entry


def test_silent_assertions_are_listed() -> None:
    assert joined(tests="void main() { assert(add(1, 2) == 3); }\n").silent == ("assert",)
