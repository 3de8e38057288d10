"""What joining does to PHP texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str) -> Joined:
    return join(find_language("php"), solution, tests)


def part(solution: str, tests: str, name: str) -> str:
    return joined(solution, tests).files[f"{name}.php"].decode()


@pytest.mark.parametrize("before", ["<?php\n", "\ufeff<?php\n", "#!/usr/bin/env php\n<?php\n", "\n\n<?php\n", ""])
def test_the_tag_comes_first_and_lines_are_kept(before: str) -> None:
    text = part(before + "f();\n", "g();", "solution")
    assert text.startswith("<?php ")
    assert text.count("\n") == before.count("\n") + 1


def test_exits_of_the_tests_are_reported() -> None:
    text = part("<?php", "<?php\nif (f()) { exit(1); }\nf() or die('no');\nexit;\n", "tests")
    assert "\\Benchwright::leave(1);" in text
    assert "f() or \\Benchwright::leave('no');" in text
    assert text.rstrip().endswith("\\Benchwright::leave();")
    assert joined("<?php", "<?php die('done');").silent == ()
    assert joined("<?php", "<?php if (f()) { die('no'); }").silent == ("die",)


def test_tests_that_continue_the_solution_see_its_declarations() -> None:
    solution = "<?php\ndeclare(strict_types=1);\nnamespace Shop;\nuse A\\B;\nfunction f() {}\n"
    assert part(solution, "f();", "tests").startswith("<?php declare(strict_types=1);namespace Shop;use A\\B;")
    assert "namespace" not in part(solution, "<?php \\Shop\\f();", "tests")
    assert "Shop" not in part(solution, "<?php namespace Other;", "tests")


def test_a_function_defined_by_both_parts_is_kept_twice() -> None:
    text = part("<?php function check() {} check(); $a->check();", "<?php function check() {} check();", "solution")
    assert text == "<?php  function check__of_solution() {} check__of_solution(); $a->check();"


def test_uncalled_tests_are_called() -> None:
    program = joined("<?php", "<?php function testOne() {}")
    assert program.entry == "call"
    assert b"testOne();" in program.files["tests.php"]
