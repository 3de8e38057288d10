"""JavaScript solutions judged in the real sandbox."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from benchwright.judging import Defect, Judgement, Question, TestPlan, calibrate, judge_tests
from benchwright.sandbox import LocalSandbox
from tests.judging.cases import judge_cases, place_of

pytestmark = pytest.mark.language(name="javascript")

RIGHT = "const assert = require('assert');\nfunction add(a, b) { assert(true); return a + b; }\n"
WRONG = "function add(a, b) { return a - b; }\n"
NEVER = "function add() { return new Promise(() => {}); }\n"

SYNC = """const assert = require('assert');
function zero() {
  assert.strictEqual(add(0, 0), 0);
}
function some() {
  assert.deepStrictEqual([add(1, 2)], [3]);
}
zero();
some();
"""
ASYNC = """const assert = require('assert');
async function full() {
  assert.strictEqual(await add(1, 2), 3);
}
full().catch((error) => {
  console.error(error);
  process.exit(1);
});
"""
NESTED = """const assert = require('assert');
async function one() {
  assert.strictEqual(await add(1, 2), 3);
}
function all() { one(); }
all();
"""
SILENT = """(() => {
  try {
    console.assert(add(1, 2) === 3, 'not %d', 3);
  } catch {}
})();
"""
THROWS = """if (JSON.stringify([add(1, 2)]) !== '[3]') {
  throw new Error('not 3');
}
if (add(2, 2) !== 4) throw 'not 4';
"""
JEST = "test('a', () => { expect(add(1, 2)).toBe(3); expect([add(0, 0)]).toEqual([0]); });\n"
EXITS = """if (add(1, 2) !== 3) {
  process.exit(4);
}
Promise.resolve(0).then(process.exit);
"""
MODULE = """import assert from 'node:assert/strict';
import { add as plus } from './solution.js';
const got = await plus(1, 2);
assert.equal(got, 3);
"""
FRAMEWORK = """import test, { describe, it } from 'node:test';
import assert from 'node:assert/strict';
test('outer', async (t) => {
  await t.test('inner', () => assert.equal(add(0, 0), 0));
});
describe('group', () => {
  it('adds', async () => {
    assert.equal(await add(1, 2), 3);
  });
  it('calls back', (t, done) => setImmediate(done));
  it.skip('later', () => assert.fail());
});
"""


class Case(NamedTuple):
    solution: str
    tests: str
    verdict: str
    reason: str = ""
    place: str = ""
    results: str = ""


def hack(text: str, tests: str = SYNC) -> tuple[str, str]:
    """Return a solution that runs the text instead of adding."""
    return f"{text}\nfunction add() {{ return 7; }}\n", tests


SEVEN = ("wrong_answer", "AssertionError", "tests:3", "zero failed")

CASES = {
    "right": Case(RIGHT, SYNC, "passed", results="zero passed, some passed"),
    "wrong": Case(WRONG, SYNC, "wrong_answer", "AssertionError", "tests:6", "zero passed, some failed"),
    "not defined": Case("", SYNC, "runtime_error", "ReferenceError", "tests:3", "zero failed"),
    "no JavaScript": Case(
        "let a;\nfunction add(a, b) {\n  return a +;\n}", SYNC, "compile_error", "SyntaxError", "solution:3"
    ),
    "tests are no JavaScript": Case(RIGHT, "let a;\nadd(1 2);", "compile_error", "SyntaxError", "tests:2"),
    "error in the solution": Case(
        "function add(a) {\n  return a.b.c;\n}", SYNC, "runtime_error", "TypeError", "solution:2", "zero failed"
    ),
    "assertion in the solution": Case(
        "const assert = require('assert');\nfunction add() { assert(false); }",
        SYNC,
        "runtime_error",
        "AssertionError",
        "solution:2",
        "zero failed",
    ),
    "error while loading": Case("let a;\nthrow new Error('no');", SYNC, "runtime_error", "Error", "solution:2"),
    "exit of the solution": Case("function add() { process.exit(0); }", SYNC, "incomplete", "early_exit"),
    "exit while loading": Case("process.exit(0);", SYNC, "incomplete", "early_exit"),
    "exit status of the solution": Case("function add() { process.exit(3); }", SYNC, "runtime_error", "exit code 3"),
    "own entry": Case(
        f"{RIGHT}if (require.main === module) process.exit(1);\nif (!module.parent) process.exit(1);",
        "function main() { if (add(1, 2) !== 3) throw new Error(); }\nif (require.main === module) main();",
        "passed",
        results="main passed",
    ),
    "much output, threads, hooks": Case(
        f"{RIGHT}console.log('FAILED\\n'.repeat(700000));\nconst {{ Worker }} = require('worker_threads');\n"
        "new Worker('0', { eval: true });\nprocess.on('exit', () => console.log('bye'));\n"
        "process.on('uncaughtException', () => {});\nsetTimeout(() => {}, 1);\n",
        SYNC,
        "passed",
        results="zero passed, some passed",
    ),
    "early return, strict": Case(
        f"'use strict';\n{RIGHT}if (add) return;\nprocess.exit(1);",
        SYNC,
        "passed",
        results="zero passed, some passed",
    ),
    "asynchronous": Case(RIGHT, ASYNC, "passed", results="full passed"),
    "asynchronous, wrong": Case(WRONG, ASYNC, "wrong_answer", "AssertionError", "tests:3", "full failed"),
    "never settles": Case(NEVER, ASYNC, "incomplete", "unfinished_async", "tests:5", "full failed"),
    "nobody waits": Case(RIGHT, NESTED, "passed", results="all passed"),
    "nobody waits, wrong": Case(WRONG, NESTED, "wrong_answer", "AssertionError", "tests:3", "all passed"),
    "nobody waits, never settles": Case(NEVER, NESTED, "incomplete", "unfinished_async", results="all passed"),
    "awaits while loading": Case(f"const a = await 1;\n{RIGHT}", SYNC, "passed", results="zero passed, some passed"),
    "never loads": Case(f"await new Promise(() => {{}});\n{RIGHT}", SYNC, "incomplete", "unfinished_async"),
    "silent assertions": Case(RIGHT, SILENT, "passed"),
    "silent assertions, wrong": Case(WRONG, SILENT, "wrong_answer", "AssertionError", "tests:3"),
    "errors of the tests": Case(RIGHT, THROWS, "passed"),
    "errors of the tests, wrong": Case(WRONG, THROWS, "wrong_answer", "Error", "tests:2"),
    "strings thrown by the tests": Case(
        "function add(a) { return a === 1 ? 3 : 0; }", THROWS, "wrong_answer", "string", "tests:4"
    ),
    "tests end themselves": Case(RIGHT, EXITS, "passed"),
    "tests end with a status": Case(WRONG, EXITS, "wrong_answer", "process.exit", "tests:2"),
    "modules": Case("import fs from 'fs';\nexport const add = (a, b) => (fs, a + b);", MODULE, "passed"),
    "module that exports nothing": Case(RIGHT, MODULE, "passed"),
    "modules, wrong": Case(WRONG, MODULE, "wrong_answer", "AssertionError", "tests:4"),
    "modules, never settles": Case(NEVER, MODULE, "incomplete", "unfinished_async"),
    "no tests": Case(RIGHT, "// nothing", "incomplete", "no_tests"),
    "suite without tests": Case(RIGHT, "describe('add', () => {});", "incomplete", "no_tests"),
    "test that never ends": Case(
        RIGHT,
        f"{JEST}test('b', (done) => {{}}, 50);",
        "incomplete",
        "unfinished_async",
        results="a passed, b failed",
    ),
    "own functions with the names of a framework": Case(
        RIGHT,
        "function test(name, body) { body(); }\ntest('a', () => { if (add(1, 2) !== 3) throw new Error('no'); });",
        "passed",
        results="test a passed",
    ),
    "tests that exit before they run": Case(
        RIGHT, f"{JEST}process.exit(0);", "incomplete", "unfinished_async", results="a failed"
    ),
    "solution that exits in a test": Case("function add() { process.exit(0); }", JEST, "incomplete", "early_exit"),
    "framework": Case(
        RIGHT,
        FRAMEWORK,
        "passed",
        results="outer passed, group > adds passed, group > calls back passed, group > later skipped, "
        "outer > inner passed",
    ),
    "framework, one fails": Case(
        WRONG,
        FRAMEWORK,
        "wrong_answer",
        "group > adds",
        "tests:8",
        "outer passed, group > adds failed, group > calls back passed, group > later skipped, outer > inner passed",
    ),
    "framework without tests": Case(RIGHT, "require('node:test');", "incomplete", "no_tests"),
    "assert replaced": Case(
        *hack("const a = require('assert'); for (const k of Object.keys(a)) a[k] = () => {};"), *SEVEN
    ),
    "assert module replaced": Case(
        *hack("require.cache.assert = { exports: new Proxy(() => {}, { get: () => () => {} }) };"), *SEVEN
    ),
    "names taken": Case(
        *hack("function require() { return new Proxy({}, { get: () => () => {} }); }\nclass Error {}"), *SEVEN
    ),
    "eval taken": Case(*hack("function eval() { return () => () => {}; }"), "runtime_error", "Error"),
    "errors swallowed": Case(*hack("process.on('uncaughtException', () => {});"), *SEVEN),
    "emitter replaced": Case(*hack("process.emit = () => true;"), *SEVEN),
    "rejections swallowed": Case(
        "function add() { process.on('unhandledRejection', () => {}); }",
        NESTED,
        "wrong_answer",
        "AssertionError",
        "tests:3",
        "all passed",
    ),
    "listeners removed": Case(*hack("process.removeAllListeners();"), "runtime_error", "exit code 1"),
    "status replaced": Case(
        *hack("process.prependListener('exit', () => { process.exitCode = 0; });", ASYNC),
        "wrong_answer",
        "AssertionError",
        "tests:3",
        "full failed",
    ),
    "JSON replaced": Case(*hack("JSON.stringify = () => '[3]';", THROWS), "wrong_answer", "Error", "tests:2"),
    "stack replaced": Case(*hack("Error.prepareStackTrace = () => ''; Error.stackTraceLimit = 0;"), *SEVEN),
    "tests read": Case(
        *hack("require('fs').readFileSync('/workspace/tests.js');"), "runtime_error", "Error", "solution:1"
    ),
    "descriptors copied": Case(
        "const fs = require('fs'), b = Buffer.alloc(64);\n"
        "try { fs.writeSync(4, `${b.latin1Slice(0, fs.readSync(3, b))}\\tend\\t1\\t0\\t0\\n`); } catch {}\n"
        "process.exit(0);",
        SYNC,
        "incomplete",
        "early_exit",
    ),
}


@pytest.fixture(scope="module")
def judgements() -> dict[str, Judgement]:
    return judge_cases("javascript", CASES)


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, judgements: dict[str, Judgement]) -> None:
    case, judgement = CASES[name], judgements[name]
    assert judgement.verdict == case.verdict, judgement
    if case.reason or judgement.passed:
        assert judgement.reason == case.reason
    if case.place:
        assert place_of(judgement) == case.place, judgement
    assert ", ".join(f"{test.name} {test.status}" for test in judgement.tests) == case.results


def test_an_error_is_shown_as_node_shows_it(judgements: dict[str, Judgement]) -> None:
    shown = judgements["error in the solution"].execution.runs[0].stderr.data.decode()
    assert shown.startswith("/workspace/solution.js:2\n  return a.b.c;\n             ^\n\nTypeError: Cannot read")
    assert "\n    at zero (/workspace/tests.js:3:" in shown


def test_the_reason_is_told_where_the_tests_end_with_a_status(judgements: dict[str, Judgement]) -> None:
    assert "-1 !== 3" in judgements["asynchronous, wrong"].message
    assert judgements["tests end with a status"].message == "status 4"
    assert judgements["silent assertions, wrong"].message == "not 3"


@pytest.mark.parametrize("tests", [SYNC, ASYNC, SILENT, THROWS, MODULE, FRAMEWORK])
def test_a_changed_value_makes_the_reference_fail(tests: str) -> None:
    plan, judgement = asyncio.run(calibrated(tests, RIGHT))
    assert judgement.passed
    assert {run.verdict for run in judgement.canary} == {"wrong_answer"}
    assert plan.silent == (("console.assert",) if tests is SILENT else ())


@pytest.mark.parametrize(
    ("solution", "tests"),
    [
        # Replaced while the tests already run, by code that handles the rejection for good.
        (
            (
                "const { then } = Promise.prototype;\nfunction add() {\n  Promise.prototype.catch = function () {\n"
                "    then.call(this, null, () => {});\n    return Promise.resolve();\n  };\n}"
            ),
            ASYNC,
        ),
        # The expected value, read from the source of the calling function.
        ("function add() { return Number(/\\)]?, \\[?(\\d)/.exec(add.caller)[1]); }", SYNC),
        (
            (
                "const { expect } = require('expect');\nconst yes = () => ({ pass: true, message: () => '' });\n"
                "expect.extend({ toBe: yes, toEqual: yes });\nfunction add() {}\n"
            ),
            JEST,
        ),
        ("const { Runner } = require('mocha');\nRunner.prototype.runTest = (end) => end();\nfunction add() {}\n", JEST),
    ],
    ids=["promise", "caller", "matchers", "runner"],
)
def test_what_only_the_canary_finds(solution: str, tests: str) -> None:
    _, judgement = asyncio.run(calibrated(tests, solution))
    assert judgement.verdict in ("tampered", "wrong_answer"), judgement
    assert judgement.canary, "it was not found by altered tests"


async def calibrated(tests: str, solution: str) -> tuple[TestPlan, Judgement]:
    """Return the plan made with the correct solution, and a solution judged by it."""
    async with LocalSandbox() as sandbox:
        plan = await calibrate(sandbox, Question(language="javascript", tests=tests), RIGHT)
        assert not isinstance(plan, Defect), plan
        question = Question(language="javascript", tests=tests, plan=plan)
        return plan, await judge_tests(sandbox, question, solution, canary=True)
