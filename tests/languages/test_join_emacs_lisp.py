"""What joining does to Emacs Lisp texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(tests: str) -> Joined:
    return join(find_language("emacs_lisp"), "#!/usr/bin/emacs --script\n(defun f (n) n)", tests)


def marked(tests: str) -> str:
    return joined(tests).files["tests.el"].decode()


def test_tests_are_marked_and_called() -> None:
    assert marked("(defun check-f () (f 1))\n(check-f)").endswith('(check-f)(benchwright-unit "check-f")')
    text = joined("(defun test-f () (f 1))\n(defun test-f-2 (n) (f n))")
    assert text.entry == "call"
    assert text.files["tests.el"].decode().endswith('\n(test-f) (benchwright-unit "test-f")')


def test_exits_of_the_tests_are_attributed_to_them() -> None:
    assert marked("\n(unless (f 1) (kill-emacs 1))") == "\n(unless (f 1) (benchwright-exit 2 1))"
    assert marked('(message "(kill-emacs)")') == '(message "(kill-emacs)")'


def test_a_framework_runs_its_own_tests() -> None:
    text = joined("(ert-deftest f () (should (f 1)))\n(defun test-f () 1)")
    assert (text.entry, text.framework) == ("framework", "ert")
    assert "benchwright" not in text.files["tests.el"].decode()


def test_a_shebang_becomes_a_comment() -> None:
    assert joined("").files["solution.el"].startswith(b";#!")
