"""What joining does to TypeScript texts, beyond what it does to JavaScript."""

from __future__ import annotations

import json

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "function add(a: number, b: number): number { return a + b; }\n"
TESTS = "import assert from 'assert';\nassert.equal(add(1, 2), 3);\n"


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("typescript"), solution, tests)


def text(name: str, solution: str = SOLUTION, tests: str = TESTS) -> str:
    return joined(solution, tests).files[name].decode()


def test_the_build_finds_the_texts_and_the_driver() -> None:
    program = joined()
    assert {"main.js", "solution.ts", "tests.ts", "tests.head", "tests.tail", "tests.facts"} == set(program.files)
    assert {name: origin.part for name, origin in program.origins.items()} == {
        "solution.js": "solution",
        "tests.js": "tests",
        "solution.ts": "solution",
        "tests.ts": "tests",
    }


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import type { A } from 'a';", ";"),
        ("import type A from 'a';", ";"),
        ("import fs = require('fs');", "const fs = require('fs');"),
        ("import { type A, b } from 'a';", "const $module0 = require('a'), { b: b } = $module0;"),
        ("import type from 'a';", "const $module0 = require('a'), type = $module0?.default ?? $module0;"),
        ("export = add;", "module.exports = add;"),
        ("export type { A };", ";"),
        ("export interface A {}", " interface A {}"),
        ("export enum A { B }", " enum A { B }"),
        ("@first\nexport class A {}", "@first\n class A {}"),
    ],
)
def test_statements_of_modules_become_commonjs(statement: str, expected: str) -> None:
    assert text("solution.ts", f"{statement}\n{SOLUTION}") == f"{expected}\n{SOLUTION}"


def test_the_driver_receives_the_exports() -> None:
    solution = "export enum A { B }\nexport abstract class C {}\nexport namespace D {}\nexport default interface E {}\n"
    facts = json.loads(text("tests.facts", solution))
    assert facts["exports"] == [["A", "A"], ["C", "C"], ["D", "D"], ["default", "E"]]


def test_a_shared_namespace_starts_with_the_solutions_part() -> None:
    solution = (
        "namespace N {\n  export const a = 1;\n  export function b() {}\n  const c = 2;\n  export type d = 1;\n}\n"
    )
    tests = "namespace N {\n  export const test = () => a + N.b() + c;\n}\nN.test();\n"
    assert "(($N, { a, b }) => (N = $N) => {" in text("tests.head", solution, tests)
    assert "})(N, N)})" in text("tests.tail", solution, tests)


@pytest.mark.parametrize(
    ("solution", "tests"),
    [
        ("namespace N {}\n", "namespace M {}\n"),
        ("namespace N {}\n", "class N {}\nnamespace N {}\n"),
        ("const N = {};\n", "namespace N {}\n"),
        ("namespace N {}\n", "const namespace = 1;\n"),
    ],
)
def test_other_namespaces_belong_to_the_tests(solution: str, tests: str) -> None:
    assert text("tests.head", solution, tests).endswith(" => () => {")


def test_a_shadowing_parameter_is_not_the_known_name() -> None:
    tests = "function log(console: Console, n?: number) { console.assert(false); }\nlog(null);\n"
    assert "$judge.assert" not in text("tests.ts", tests=tests)
    assert joined(tests=tests).silent == ()


def test_uncalled_tests_are_called() -> None:
    program = joined(
        tests="import assert from 'assert';\nfunction testAdd(): void {}\nasync function testMore(n: number) {}\n"
    )
    assert program.entry == "call"
    assert b'$judge.enter("testAdd")' in program.files["tests.tail"]
    assert b"testMore" not in program.files["tests.tail"]
