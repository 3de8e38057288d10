"""What joining does to Pascal texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str = "begin end.") -> Joined:
    return join(find_language("pascal"), solution, tests)


def file_of(name: str, solution: str, tests: str = "begin end.") -> str:
    return joined(solution, tests).files[name].decode()


def test_units_are_collected_once() -> None:
    main = file_of("main.pas", "uses SysUtils, cthreads;\n", "uses Math, sysutils;\nbegin end.")
    assert "uses cthreads, benchwright_driver, SysUtils, Math;" in main


def test_the_mode_is_that_of_a_program() -> None:
    found = joined("{$mode objfpc}{$H+}\nvar X: Integer;\n")
    assert found.files["main.pas"].startswith(b"{$mode objfpc}\n")
    assert found.files["solution.inc"] == b"{$H+}\nvar X: Integer;\n"


def test_lines_keep_their_numbers() -> None:
    text = file_of("solution.inc", "program X;\nuses\n  SysUtils,\n  Math;\nvar Y: Integer;\nbegin\nend.\n")
    assert text == "\n\n\n\nvar Y: Integer;\nprocedure benchwright_solution_main; begin\nend;\n"


@pytest.mark.parametrize("inside", ["if A then begin B; end;", "case A of 1: B; end;", "try A; except B; end;"])
def test_the_whole_main_block_is_found(inside: str) -> None:
    text = file_of("tests.inc", "", f"procedure P; begin end;\nbegin {inside} end.")
    assert text == f"procedure P; begin end;\nprocedure benchwright_tests; begin {inside} end;\n"


def test_comments_and_strings_are_not_code() -> None:
    text = "{ uses A; { nested } begin end. }\nconst S = 'begin end. it''s';\n(* end. *) // end.\n"
    assert file_of("solution.inc", text) == text


def test_checks_and_exits_of_the_tests_become_the_drivers() -> None:
    text = file_of("tests.inc", "", "begin\n  assert(F = 1);\n  if X then Halt else system.halt(2);\nend.")
    assert "benchwright_driver.Check(2, F = 1);" in text
    assert "then benchwright_driver.HaltOfTests(3) else benchwright_driver.HaltOfTests(3, 2);" in text


def test_a_check_that_the_tests_define_is_left_alone() -> None:
    text = "procedure Assert(B: Boolean);\nbegin\nend;\nbegin Assert(True); Self.Halt; end."
    assert "benchwright_driver" not in file_of("tests.inc", "", text)


def test_errors_raised_by_tests_are_recognised() -> None:
    text = file_of("tests.inc", "", "begin\n  if X then raise E.Create('a', [1]) else raise;\nend.")
    assert "raise benchwright_driver.RaisedByTests(2, E.Create('a', [1]) )else raise;" in text


def test_clashing_routines_of_the_solution_are_renamed() -> None:
    solution = (
        "type T = class procedure Check; end;\nprocedure Check; begin end;\nprocedure G; begin Check; X.Check; end;\n"
    )
    text = file_of("solution.inc", solution, "procedure Check;\nbegin\nend;\nbegin Check; end.")
    assert "begin benchwright_solution_check; X.Check; end;" in text


def test_tests_without_a_main_block_are_called() -> None:
    found = joined("", "procedure TestA;\nbegin end;\nprocedure TestB(N: Integer);\nbegin end;\n")
    assert found.entry == "call"
    assert b"procedure benchwright_tests; begin testa; end;" in found.files["main.pas"]


def test_a_unit_is_kept_as_one_file() -> None:
    found = joined("unit Foo;\n{$mode objfpc}\ninterface\nimplementation\nend.\n")
    assert "foo.pas" in found.origins
    assert b"uses benchwright_driver, foo;" in found.files["main.pas"]


def test_disabled_assertions_are_listed() -> None:
    tests = "begin Assert(True); end."
    assert joined("", tests).silent == ("Assert",)
    assert joined("{$ASSERTIONS ON}", tests).silent == ()
    assert joined("", "{$C+}\n" + tests).silent == ()
