"""What joining does to Vimscript texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

LEGACY = "function! F(n)\n  return a:n\nendfunction"
VIM9 = "vim9script\ndef g:F(n: number): number\n  return n\nenddef"


def joined(tests: str, solution: str = LEGACY) -> Joined:
    return join(find_language("vimscript"), solution, tests)


def marked(tests: str) -> str:
    program = joined(tests).files["program.vim"].decode()
    return program.partition("call g:BenchwrightStart()\n")[2].removesuffix("\ncall g:BenchwrightEnd()\n")


def test_one_script_with_known_lines() -> None:
    files = joined("call F(1)").files
    assert files["program.vim"].decode().splitlines()[5:] == ["call F(1)", "call g:BenchwrightEnd()"]
    assert b"s:tests_start = 5\n" in files["driver.vim"]
    assert "tests.vim" not in files


def test_two_scripts_with_different_version_syntax() -> None:
    files = joined("call F(1)", VIM9).files
    assert files["program.vim"].startswith(b"\nvim9script\n")
    assert files["tests.vim"] == b"call g:BenchwrightOpened()\ncall F(1)\ncall g:BenchwrightEnd()\n"


def test_the_newer_form_is_reported_once() -> None:
    program = joined("vim9script\nvar n = F(1)", VIM9).files["program.vim"]
    assert program.count(b"vim9script") == 1
    assert joined("var n = F(1)", VIM9).files.keys() == {"driver.vim", "program.vim"}


def test_checks_are_recorded() -> None:
    assert marked("\ncall assert_equal(1, F(1))") == "\ncall g:BenchwrightCheck(2, assert_equal(1, F(1)))"
    assert marked("if assert_true(F(1)) | cq | endif") == "if g:BenchwrightCheck(1, assert_true(F(1))) | cq | endif"
    assert joined("call assert_equal(1, F(1))").silent == ("assert_…",)
    assert joined("if F(1) != 1 | cq | endif").silent == ()


def test_tests_are_marked_and_called() -> None:
    tests = "function! TestF()\n  call F(1)\nendfunction\n"
    assert marked(tests + "call TestF()").endswith("call TestF() | call g:BenchwrightUnit('TestF')")
    assert joined(tests).entry == "call"
    assert marked(tests).endswith("\ncall TestF() | call g:BenchwrightUnit('TestF')")
