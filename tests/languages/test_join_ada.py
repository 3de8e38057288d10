"""What joining does to Ada texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

PROCEDURE = "procedure Tests is\nbegin\n   null;\nend Tests;\n"


def joined(solution: str, tests: str = PROCEDURE) -> Joined:
    return join(find_language("ada"), solution, tests)


def file_of(name: str, solution: str, tests: str = PROCEDURE) -> str:
    return joined(solution, tests).files[name].decode()


def test_the_last_procedure_is_called() -> None:
    tests = "package P is\nend P;\n\nwith P;\nprocedure First is\nbegin\n   null;\nend First;\n" + PROCEDURE
    main = file_of("benchwright_main.adb", "", tests)
    assert "with tests;" in main
    assert "   tests;\n   Benchwright_Driver.Finish (1);" in main


def test_a_text_without_procedures_tests_nothing() -> None:
    main = file_of("benchwright_main.adb", "", "procedure P (N : Integer) is\nbegin\n   null;\nend P;\n")
    assert "   null;\n   Benchwright_Driver.Finish (0);" in main


def test_an_end_that_closes_the_solution_is_moved_there() -> None:
    found = joined("package body A is\n", f"\nend A;\n{PROCEDURE}")
    assert found.files["solution.adb"] == b"package body A is\n\nend A;\n"
    assert found.files["tests.adb"].decode() == "\n\n" + PROCEDURE


def test_mentioned_units_are_available() -> None:
    solution = "function F return Integer is\nbegin\n   return 1;\nend F;\n"
    tests = "procedure Tests is\nbegin\n   pragma Assert (F = 1);\nend Tests;\n"
    assert file_of("tests.adb", solution, tests) == f"with f; {tests}"
    assert file_of("tests.adb", solution, f"with F;\n{tests}") == f"with F;\n{tests}"


def test_exits_of_the_tests_are_reported() -> None:
    tests = "with GNAT.OS_Lib;\nprocedure Tests is\nbegin\n   GNAT.OS_Lib.OS_Exit (1);\nend Tests;\n"
    text = file_of("tests.adb", "", tests)
    assert text.startswith("with Benchwright_Driver; with GNAT.OS_Lib;\n")
    assert "Benchwright_Driver.Exit_Of_Tests (4, 1);" in text


def test_errors_raised_by_tests_are_recognised() -> None:
    tests = 'procedure Tests is\nbegin\n   raise Program_Error\n     with "no";\nend Tests;\n'
    assert "(1 => 0, 2 => 3, 3 => 4)" in file_of("benchwright_main.adb", "", tests)


def test_disabled_assertions_are_listed() -> None:
    tests = "procedure Tests is\nbegin\n   pragma Assert (True);\nend Tests;\n"
    assert joined("", tests).silent == ("pragma Assert",)
    assert joined("").silent == ()
