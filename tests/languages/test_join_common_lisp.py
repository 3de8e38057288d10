"""What joining does to Common Lisp texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(tests: str, solution: str = "(defun f (n) n)") -> Joined:
    return join(find_language("common_lisp"), solution, tests)


def marked(tests: str, solution: str = "(defun f (n) n)") -> str:
    text = joined(tests, solution).files["tests.lisp"].decode()
    return text.replace("|CL-USER|::|BENCHWRIGHT-", "<").replace("|", ">")


def test_every_form_reports_completion() -> None:
    text = marked("(print 1)\n\n; (print 2)\n(assert (f 1)) ; end")
    assert text == "(<START> 1 4) (progn (print 1) (<DONE>))\n\n; (print 2)\n(progn (assert (f 1)) (<DONE>)) ; end"
    assert marked("; nothing") == "(<START>) ; nothing"


def test_a_text_that_the_grammar_cannot_parse_is_one_form() -> None:
    text = marked("(assert (f 1)")
    assert text.startswith("(<START> 1) (assert (f 1)\n")
    assert text.endswith("(<DONE>))")


def test_tests_are_marked_and_called() -> None:
    assert '(check-f)(<UNIT> "check-f")' in marked("(defun check-f () (assert (f 1)))\n(check-f)")
    text = joined("(defun test-f () (f 1))\n(defun test-f-2 (n) (f n))")
    assert text.entry == "call"
    assert text.files["tests.lisp"].decode().endswith('\n(test-f) (|CL-USER|::|BENCHWRIGHT-UNIT| "test-f")')
    assert joined("(defun test-f () 1)\n(mapc #'funcall (list #'test-f))").entry == "text"


def test_exits_of_the_tests_are_attributed_to_them() -> None:
    assert "(if (f 1) (<EXIT> 1) (<EXIT> 2 :code 1))" in marked("(if (f 1) (exit)\n(SB-EXT:EXIT :code 1))").replace(
        "\n", " "
    )
    assert "(quit)" in marked("(quit)", "(defun quit () 1)")
    assert '(print "(exit)")' in marked('(print "(exit)")')


def test_a_shebang_becomes_a_comment() -> None:
    assert joined("(f 1)", "#!/usr/bin/sbcl --script\n1").files["solution.lisp"].startswith(b";#!")
