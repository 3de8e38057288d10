"""What joining does to JavaScript texts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "function add(a, b) { return a + b; }\n"
AFTER = "}catch($error){throw $judge.caught($error,true)}finally{$judge.finish()}"
TESTS = "const assert = require('assert');\nassert.equal(add(1, 2), 3);\n"


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("javascript"), solution, tests)


def joined_solution(solution: str, tests: str = TESTS) -> str:
    return joined(solution, tests).files["solution.js"].decode(errors="surrogateescape")


def joined_tests(tests: str, solution: str = SOLUTION) -> list[str]:
    """Return the lines of the tests as they run, without what precedes the first and follows the last."""
    _, _, program = joined(solution, tests).files["tests.js"].decode(errors="surrogateescape").partition("\n")
    lines = program.split("\n")
    assert lines[-1] == "//# sourceURL=/workspace/tests.js"
    lines[0] = lines[0][lines[0].index("() => {") + len("() => {") :]
    return lines[: tests.replace("\r\n", "\n").count("\n") + 1]


def facts(solution: str, tests: str = TESTS) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(joined(solution, tests).files["tests.js"].partition(b"\n")[0])
    return found


def test_the_parts_are_two_of_several_files() -> None:
    program = joined()
    assert list(program.files) == ["main.js", "solution.js", "tests.js"]
    assert {name: origin.part for name, origin in program.origins.items()} == {
        "solution.js": "solution",
        "tests.js": "tests",
    }
    assert {origin.added_lines for origin in program.origins.values()} == {0}
    assert (program.mode, program.entry, program.framework, program.silent) == ("tests", "text", "", ())


@pytest.mark.parametrize("ending", ["", "// end", "/* end */", "\n\n"])
def test_an_ordinary_solution_is_unchanged(ending: str) -> None:
    text = "const assert = require('assert');\nclass Main { test() { return 'grüße'; } }\n" + ending
    assert joined_solution(text) == text


def test_other_line_ends_and_invalid_utf8() -> None:
    assert joined_solution("let a;\r\nlet b;\r") == "let a;\nlet b;\n"
    assert joined_solution("'\udcff'") == "'\udcff'"
    assert joined_tests("let a;\r\nf(1);") == ["let a;", "$judge.wait(2, 0, f(1));"]
    assert (
        joined_solution("import x from '\udcff';")
        == "const $module0 = require('?'), x = $module0?.default ?? $module0;"
    )


def test_first_lines_that_start_a_program() -> None:
    assert joined_solution("#!/usr/bin/env node\nlet a;") == "///usr/bin/env node\nlet a;"
    assert joined_tests("#!/usr/bin/env node\nlet a;") == ["///usr/bin/env node", "let a;"]


@pytest.mark.parametrize(
    ("solution", "strict"),
    [
        ("'use strict';\nlet a;", True),
        ('// first\n/* then */ "use strict"\nlet a;', True),
        ("let a = 'use strict';", False),
        ("function f() { 'use strict'; }", False),
        ("export const a = 1;", True),
    ],
)
def test_the_driver_knows_about_strict_solutions(solution: str, strict: bool) -> None:
    assert facts(solution)["strict"] is strict


@pytest.mark.parametrize(
    ("solution", "waits"),
    [
        ("const a = await f();", True),
        ("for await (const a of b) { f(a); }", True),
        ("async function f() { await g(); }", False),
        ("const f = async () => await g();", False),
        ("class A { async f() { await g(); } }", False),
        ("// await", False),
    ],
)
def test_solutions_that_await_at_their_top_level(solution: str, waits: bool) -> None:
    assert facts(solution)["waits"] is waits


@pytest.mark.parametrize(
    ("statement", "rewritten"),
    [
        ("import 'x';", "require('x');"),
        ("import a from 'x'", "const $module0 = require('x'), a = $module0?.default ?? $module0;"),
        ("import * as a from 'x';", "const $module0 = require('x'), a = $module0;"),
        ("import { a, b as c } from 'x';", "const $module0 = require('x'), { a: a } = $module0, { b: c } = $module0;"),
        (
            "import d, { default as e } from 'x';",
            "const $module0 = require('x'), d = $module0?.default ?? $module0, e = $module0?.default ?? $module0;",
        ),
        ("import {\n  a\n} from 'x';", "const $module0 = require('x'), { a: a } = $module0;\n\n"),
        ("export function f() {}", " function f() {}"),
        ("export default class A {}", "  class A {}"),
        ("export default function () {}", "const $default =  function () {};"),
        ("export default 1 + 2;", "const $default =  1 + 2;;"),
        ("export {\n  a,\n};", ";\n\n"),
        ("export * from 'x';", ";"),
    ],
)
def test_module_statements_become_commonjs_on_their_lines(statement: str, rewritten: str) -> None:
    assert joined_solution(f"{statement}\nlet last;") == f"{rewritten}\nlet last;"


def test_module_keywords_in_other_places_are_kept() -> None:
    text = "const text = `\nimport a from 'b';\nexport`;\nimport('x').then((exported) => exported);\n"
    assert joined_solution(text) == text


def test_the_driver_receives_the_exports() -> None:
    solution = (
        "export const a = 1, { b, c: [d], ...e } = {};\nexport async function f() {}\nexport default class G {}\n"
        "let h; export { h, h as i };\nexport { j } from 'x';\n"
    )
    assert facts(solution)["exports"] == [
        ["a", "a"],
        ["b", "b"],
        ["d", "d"],
        ["e", "e"],
        ["f", "f"],
        ["default", "G"],
        ["h", "h"],
        ["i", "h"],
    ]


@pytest.mark.parametrize("asking", ["require('./solution')", "import('../src/add.js')"])
def test_the_driver_gets_names_if_the_tests_require_the_module(asking: str) -> None:
    solution = "const a = () => 1, b = 2;\nfunction f() { let inner; }\nclass C {}\n"
    assert facts(solution, f"use({asking});")["names"] == [["a", "a"], ["b", "b"], ["f", "f"], ["C", "C"]]
    assert facts(solution, "use(require('assert'));")["names"] == []


@pytest.mark.parametrize(
    ("statement", "rewritten"),
    [
        ("f(1);", "$judge.wait(1, 0, f(1));"),
        ("f(1)", "$judge.wait(1, 0, f(1))"),
        ("f(1), g(2);", "$judge.wait(1, 0, f(1), g(2));"),
        ("a.b().then(c);", "$judge.wait(1, 1, a.b().then(c));"),
        ("(async () => { f(); })();", "$judge.wait(1, 1, (async () => { f(); })());"),
        ("(function name() {})();", '$judge.wait(1, $judge.enter("name"), (function name() {})());'),
        ("void f();", "void $judge.wait(1, 0, f());"),
        ("!function () {}();", "!$judge.wait(1, 0, function () {}());"),
        ("if (a) { f(); } else g();", "if (a) { $judge.wait(1, 0, f()); } else $judge.wait(1, 0, g());"),
        ("for (const t of all) t();", "for (const t of all) $judge.wait(1, 0, t());"),
        ("const f = () => { g(); };", "const f = () => { g(); };"),
        ("class A { static { f(); } }", "class A { static { f(); } }"),
        ("'use strict'; i++;", "'use strict'; i++;"),
    ],
)
def test_values_of_statements_go_to_the_driver(statement: str, rewritten: str) -> None:
    assert joined_tests(statement) == [rewritten]


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("full();", '$judge.wait(2, $judge.enter("full"), full());'),
        ("await full();", '$judge.wait(2, $judge.enter("full"), await full());'),
        ("full().catch(f);", '$judge.wait(2, $judge.enter("full"), full().catch(f));'),
        ("full('one', 1);", "$judge.wait(2, $judge.enter(\"full one\"), full('one', 1));"),
        ("const p = full();", "const p = $judge.keep(2, full());"),
        ("const p = await full();", "const p = await full();"),
    ],
)
def test_functions_of_the_tests_are_units(call: str, rewritten: str) -> None:
    assert joined_tests(f"async function full() {{}}\n{call}")[1] == rewritten


def test_a_runner_that_catches_failures_hides_individual_tests() -> None:
    runner = "function test(name, body) { try { body(); } catch (e) { failed++; } }\n"
    assert joined_tests(f"{runner}test('one', () => f());") == [
        "function test(name, body) { try { body(); } catch (e) {$judge.caught(e); failed++; } }",
        "$judge.wait(2, 0, test('one', () => f()));",
    ]


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("() => process.exit(1)", "() => $judge.process.exit(1)"),
        ("f(process.exit)", "$judge.wait(1, 0, f($judge.process.exit))"),
        ("process.exitCode = 1", "$judge.wait(1, 0, $judge.process.exitCode = 1)"),
        ("const { exit } = process;", "const { exit } = $judge.process;"),
        ("process => process.exit(1)", "process => process.exit(1)"),
        (
            "const process = { exit() {} }; () => process.exit();",
            "const process = { exit() {} }; () => process.exit();",
        ),
        ("() => process.stdout", "() => process.stdout"),
        ("() => { throw 'no'; }", "() => { throw $judge.thrown('no'); }"),
        ("() => { throw new Error('no'); }", "() => { throw new Error('no'); }"),
        ("() => import('./solution.js')", "() => $judge.load('./solution.js')"),
        ("() => import('fs')", "() => import('fs')"),
    ],
)
def test_exits_and_errors(text: str, rewritten: str) -> None:
    assert joined_tests(text) == [rewritten]


def test_console_assertions_can_fail() -> None:
    assert joined_tests("() => console.assert(a === 1, 'one')") == ["() => $judge.assert(a === 1, 'one')"]
    assert joined(tests="f(() => console.assert(a));").silent == ("console.assert",)
    assert joined(tests="const { assert } = console; assert(a);").silent == ("console.assert",)
    assert joined(tests="console.log('console.assert');").silent == ()


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        (
            "async () => { assert(await f()); }",
            f"async () => {{$judge.begin();try{{ assert(await f()); {AFTER}}}",
        ),
        (
            "async () => assert(await f())",
            f"async () => {{$judge.begin();try{{return assert(await f()){AFTER}}}",
        ),
        ("() => { f().then((x) => assert(x)) }", "() => { $judge.keep(1, f().then((x) => assert(x))) }"),
        ("async () => { await f(); }", "async () => { await f(); }"),
        ("async () => { await f(); assert.fail(); }", "async () => { await f(); assert.fail(); }"),
    ],
)
def test_asynchronous_checks_are_followed(text: str, rewritten: str) -> None:
    assert joined_tests(text) == [rewritten]


@pytest.mark.parametrize(
    ("tests", "kind"),
    [("await f();", "=> async () => {"), ("async () => { await f(); };", ") => () => {"), ("f();", ") => () => {")],
)
def test_only_tests_that_await_become_asynchronous(tests: str, kind: str) -> None:
    assert kind in joined(tests=tests).files["tests.js"].decode()


def test_uncalled_tests_are_called() -> None:
    program = joined(tests="function testAdd() {}\nconst testMore = async () => {};\nfunction tester(a) {}\n// end")
    assert program.entry == "call"
    text = program.files["tests.js"].decode()
    assert (
        '$judge.enter("testAdd"), await testAdd());$judge.wait(1, $judge.enter("testMore"), await testMore());' in text
    )
    assert "await tester" not in text


def test_imports_and_exports_call_nothing() -> None:
    found = joined(SOLUTION, "import assert from 'assert';\nexport function testAll() { assert(add(1, 2) === 3); }\n")
    assert found.entry == "call"
    assert b"await testAll()" in found.files["tests.js"]


def test_the_framework_file_is_added() -> None:
    for tests in ("import test from 'node:test';\n", 'const { it } = require("node:test");\n'):
        program = joined(tests=tests)
        assert (program.entry, program.framework) == ("framework", "node:test")
        assert "framework.js" in program.files


@pytest.mark.parametrize(
    ("tests", "framework"),
    [
        ("test('a', () => { expect(f(1)).toBe(2); });", "jest"),
        ("describe('a', () => {});\nconst { expect } = require('chai');", "mocha"),
        ("import { expect } from 'chai';\nit.only('a', () => {});", "mocha"),
        ("test.each([[1, 2]])('a', (a, b) => { expect(f(a)).toBe(b); });", "jest"),
        ("import { it } from 'vitest';", "vitest"),
        ("const test = require('tape');", "tape"),
        ("import { test } from '@jest/globals';", "jest"),
        ("function it(name, body) { body(); }\nit('a', () => {});", ""),
        ("const test = (name, body) => body();\ntest('a', () => {});", ""),
        ("import { test } from './own';\ntest('a', () => {});", ""),
        ("test();", ""),
        ("const found = test('a', 1);", ""),
    ],
)
def test_the_framework_is_detected_by_imports_or_calls(tests: str, framework: str) -> None:
    program = joined(tests=tests)
    assert program.framework == framework
    assert ("framework.js" in program.files) == bool(framework)
    assert ("jest.js" in program.files) == (framework in ("jest", "vitest"))


@pytest.mark.parametrize(("tests", "empty"), [("", True), ("// nothing\n;", True), ("let a;", False)])
def test_the_driver_knows_that_tests_are_empty(tests: str, empty: bool) -> None:
    assert facts(SOLUTION, tests)["empty"] is empty


def test_deeply_nested_tests() -> None:
    terms = " + ".join(f"f({number})" for number in range(5000))
    assert joined_tests(f"check({terms}, 1);")[0].startswith("$judge.wait(1, 0, check(f(0) + ")


def test_invalid_javascript_is_still_joined() -> None:
    assert joined("def add(a, b):\n    return a + b\n", "assert add(1, 2) == 3 }{\n").mode == "tests"
