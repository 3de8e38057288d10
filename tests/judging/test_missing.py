"""Tests that need a package which is not installed are a defect that names it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from benchwright.judging import Defect, Question, calibrate
from benchwright.languages import languages
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

CASES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("missing.toml").read_text())
UNAVAILABLE: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("unavailable.toml").read_text())


@pytest.mark.parametrize("language", [in_language(name) for name in CASES])
def test_a_missing_package_is_named(language: str) -> None:
    case = CASES[language]
    question = Question(language=language, tests=case["tests"])
    found = in_sandbox(lambda sandbox: calibrate(sandbox, question, case["solution"]))
    assert isinstance(found, Defect)
    assert found.reason == "reference fails"
    assert found.detail == f"{case['name']} is not installed here" + case.get("hint", "")


@pytest.mark.parametrize(
    ("language", "name", "tests"),
    [
        in_language("python", "python", "numpy", "import numpy\nassert f(2) == 4\n"),
        in_language("javascript", "javascript", "lodash/fp", "const _ = require('lodash/fp');\n"),
        in_language("javascript", "javascript", "jest", "test('a', () => expect(f(2)).toBe(4));\n"),
        in_language("haskell", "haskell", "Test.Hspec.Wai", "import Test.Hspec.Wai\nmain = hspec (pure ())\n"),
        in_language("ocaml", "ocaml", "OUnitLwt", "open OUnitLwt\nlet () = assert (f 2 = 4)\n"),
        in_language("typescript", "typescript", "vitest", "import { it } from 'vitest';\nit('a', () => {});\n"),
    ],
)
def test_the_command_that_installs_it_is_named(language: str, name: str, tests: str) -> None:
    question = Question(language=language, tests=tests, environment="none")
    found = in_sandbox(lambda sandbox: calibrate(sandbox, question, CASES[language]["solution"]))
    assert isinstance(found, Defect)
    assert found.detail == f"{name} is not installed here: benchwright toolchains install {language}"


@pytest.mark.parametrize(
    ("language", "header"),
    [in_language("cpp", "cpp", "gtest/gtest.h"), in_language("c", "c", "cmocka.h")],
)
def test_the_command_that_installs_a_header_is_named(language: str, header: str) -> None:
    # A message in place of a machine without the header.
    tests = f"#error fatal error: {header}: No such file or directory\nint main() {{}}\n"
    question = Question(language=language, tests=tests)
    found = in_sandbox(lambda sandbox: calibrate(sandbox, question, CASES[language]["solution"]))
    assert isinstance(found, Defect)
    assert found.detail == f"{header} is not installed here: benchwright toolchains install {language}"


@pytest.mark.parametrize(
    ("language", "name", "tests"),
    [
        in_language("java", "java", "net.jqwik.api", "import net.jqwik.api.*;\nclass T { @Property void a() {} }\n"),
        in_language("kotlin", "kotlin", "io.mockk.every", "import io.mockk.every\nfun main() { check(f(2) == 4) }\n"),
        in_language("scala", "scala", "utest", "import utest._\nobject T extends TestSuite { val tests = Tests {} }\n"),
    ],
)
def test_a_framework_that_is_not_available_is_named(language: str, name: str, tests: str) -> None:
    question = Question(language=language, tests=tests)
    found = in_sandbox(lambda sandbox: calibrate(sandbox, question, CASES[language]["solution"]))
    assert isinstance(found, Defect)
    assert found.detail == f"{name} is not installed here"


def test_every_language_with_patterns_is_tried() -> None:
    assert {name for name, language in languages().items() if language.missing} == set(CASES)


@pytest.mark.parametrize("name", [in_language(case["language"], name) for name, case in UNAVAILABLE.items()])
def test_a_framework_that_benchwright_cannot_run_is_named(name: str) -> None:
    case = UNAVAILABLE[name]
    question = Question(language=case["language"], tests=case["tests"])
    found = in_sandbox(lambda sandbox: calibrate(sandbox, question, case["solution"]))
    assert isinstance(found, Defect)
    assert found.reason == "reference fails"
    assert found.detail == f"the tests use {case['name']}, which is not installed here"


def test_every_framework_that_benchwright_cannot_run_is_tried() -> None:
    known = {(language.id, name) for language in languages().values() for name in language.unavailable}
    tried = {(case["language"], case["name"]) for case in UNAVAILABLE.values()}
    assert {each for each in known if "\\" not in each[1]} <= tried


@pytest.mark.parametrize("language", [in_language("php")])
def test_a_framework_is_not_named_if_the_tests_define_its_functions(language: str) -> None:
    tests = """<?php
    function test(string $name, callable $body) { $body(); echo $name; }
    test('doubles', function () { if (f(2) !== 4) throw new Exception('wrong'); });
    """
    question = Question(language=language, tests=tests)
    found = in_sandbox(lambda sandbox: calibrate(sandbox, question, "<?php function f($n) { return $n; }"))
    assert isinstance(found, Defect)
    assert "Pest" not in found.detail
