from __future__ import annotations

import pytest

from benchwright.languages.language import fill, placeholders


def test_fills_tools_source_and_work_folder() -> None:
    argv = ("{cxx}", "-o", "{work}/.program", "{source}")
    assert fill(argv, {"cxx": "/usr/bin/g++"}, "main.cpp") == (
        "/usr/bin/g++",
        "-o",
        "/workspace/.program",
        "/workspace/main.cpp",
    )


def test_the_work_folder_can_be_elsewhere() -> None:
    assert fill(["{source}", "{work}"], {}, "main.py", work="/elsewhere") == ("/elsewhere/main.py", "/elsewhere")


def test_fills_inside_an_argument_and_more_than_once() -> None:
    assert fill(["-L{toy}:{toy}"], {"toy": "/bin/toy"}) == ("-L/bin/toy:/bin/toy",)


def test_other_braces_are_kept() -> None:
    argv = ("{}", "{ a }", "{A}", "{1..3}", "print({'key': 1})")
    assert placeholders(argv) == set()
    assert fill(argv, {}) == argv


def test_substituted_text_is_not_substituted_again() -> None:
    assert fill(["{toy}"], {"toy": "/odd/{source}"}, "main.toy") == ("/odd/{source}",)


def test_unknown_placeholder_fails() -> None:
    with pytest.raises(KeyError):
        fill(["{toy}"], {})
