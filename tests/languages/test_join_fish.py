"""What joining does to Fish texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import join


def joined(tests: str) -> str:
    return join(find_language("fish"), "", tests).files["tests.fish"].decode().removesuffix("\n__benchwright_last\n")


def test_exits_of_the_tests_are_reported() -> None:
    assert joined("f; or exit 2") == "f; or __benchwright_exit 2"
    assert joined("builtin exit 1").strip() == "__benchwright_exit 1"
    assert joined("echo exit 'exit 1' # exit") == "echo exit 'exit 1' # exit"


def test_return_is_an_exit_only_outside_functions() -> None:
    assert joined("if f\n    return 1\nend") == "if f\n    __benchwright_return 1\nend"
    assert joined("function f\n    return 1\nend") == "function f\n    return 1\nend"


def test_the_tests_functions_are_recorded_when_they_return() -> None:
    text = "function f; end\nf 1 # one\ng\nf 2 >x; or g\nf | g\nf &\nf || g"
    assert joined(text).splitlines()[1:] == [
        "f 1; __benchwright_unit f # one",
        "g",
        "f 2 >x; __benchwright_unit f; or g",
        "f | g",
        "f &",
        "f || g",
    ]


def test_the_end_is_reported_on_its_own_line() -> None:
    files = join(find_language("fish"), "exit 1", "f # the end").files
    assert files["tests.fish"] == b"f # the end\n__benchwright_last\n"
    assert files["solution.fish"] == b"exit 1"
