"""What joining does to Ruby texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(tests: str) -> Joined:
    return join(find_language("ruby"), "x = 1\n", tests)


def text_of(tests: str) -> str:
    return joined(tests).files["tests.rb"].decode()


def test_calls_of_the_tests_own_methods_are_marked() -> None:
    text = "def check\nend\ncheck\nputs 1\nother(check)\n"
    assert text_of(text) == text.replace("\ncheck\n", '\ncheck;BenchwrightUnit.("check")\n')


def test_uncalled_tests_are_called() -> None:
    program = joined("def test_one\nend\ndef test_two(a)\nend\ndef helper\nend\n__END__\ntext\n")
    assert program.entry == "call"
    text = program.files["tests.rb"].decode()
    assert text.index("test_one;Benchwright") < text.index("__END__")
    assert "test_two;" not in text


def test_hard_exits_become_ordinary_exits() -> None:
    assert text_of("exit!(1) if f") == "exit(1) if f"


def test_framework_tests_are_found_and_unchanged() -> None:
    text = "require 'minitest/autorun'\nclass A < Minitest::Test\nend\n"
    assert (joined(text).framework, joined(text).entry, text_of(text)) == ("minitest", "framework", text)
    assert joined("require 'test/unit'\n").framework == "test-unit"
    assert joined("# Minitest::Test\nf\n").framework == ""
