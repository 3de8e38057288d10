"""What joining does to D texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str = "void main() {}") -> Joined:
    return join(find_language("d"), solution, tests)


def text_with(solution: str, tests: str = "void main() {}") -> str:
    return joined(solution, tests).files["main.d"].decode()


def test_module_names_are_removed_and_lines_kept() -> None:
    text = text_with("module a.b;\nint f();\n", "module c;\nvoid main() {}\n")
    assert '#line 1 "solution.d"\n\nint f();\n' in text
    assert '#line 1 "tests.d"\n\nvoid benchwright_tests_main() {}\n' in text


def test_the_solutions_entry_is_renamed() -> None:
    text = text_with("void main() { mainPart(); }\nvoid mainPart() {}\nversion (X) { int main() { return 1; } }\n")
    assert "void benchwright_solution_main() { mainPart(); }" in text
    assert "int benchwright_solution_main()" in text


def test_test_blocks_are_called_in_order() -> None:
    found = joined("unittest { }", "unittest { a; }\n@safe unittest { b; }\nstruct S { unittest { } }\n")
    text = found.files["main.d"].decode()
    assert "void benchwright_unittest_L1_C1() { a; }\n@safe void benchwright_unittest_L2_C1() { b; }" in text
    assert text.index('Test("unittest_L1_C1", 1,') < text.index('Test("unittest_L2_C1", 2,')
    assert text.count("benchwright_driver.Test(") == 2
    assert (found.entry, found.framework) == ("framework", "unittest")


def test_test_only_attributes_are_available() -> None:
    assert "version (all) import a;" in text_with("", "version(unittest) import a;\nvoid main() {}\n")


def test_uncalled_functions_are_called() -> None:
    found = joined("", "void testA() {}\nvoid testB(int n) {}\nvoid helper() {}\n")
    assert found.entry == "call"
    assert found.files["main.d"].decode().count("benchwright_driver.Test(") == 1


def test_exits_of_the_tests_are_reported() -> None:
    text = text_with("", "void main() {\n exit(1);\n core.stdc.stdlib.abort();\n x.exit(2);\n}\n")
    assert "benchwright_driver.exit_of_tests(1, __LINE__);" in text
    assert "benchwright_driver.abort_of_tests(__LINE__);" in text
    assert "x.exit(2);" in text


def test_functions_that_would_hide_others_are_renamed() -> None:
    solution = "void enforce(T)(T x) {}\nvoid check() { enforce(1); }\nvoid other() { check(); }\n"
    text = text_with(solution, "void check() {}\nvoid main() { check(); enforce(true); }\n")
    assert "void benchwright_solution_check() { benchwright_solution_enforce(1); }" in text
    assert "{ check(); enforce(true); }" in text
