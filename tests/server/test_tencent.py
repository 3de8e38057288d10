"""/submit and /splice_code as MultiLanguageSandbox's clients use them."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from benchwright.problems import read_problems
from benchwright.sandbox import Execution, LocalSandbox, Program
from benchwright.sandbox.fake import FakeSandbox
from benchwright.server.call import Overloaded
from benchwright.server.queue import WaitingSandbox
from tests.conftest import in_language
from tests.server.foreign import ask, broken
from tests.server.process import Server
from tests.server.shapes import OUTCOMES, check

DOUBLE = "def double(n):\n    return 2 * n\n"


def body(lang: str = "python", **fields: Any) -> dict[str, Any]:
    """A request as the official client sends it, with booleans and numbers as strings."""
    extensions = {"timeout": "30", "debug": "false", **fields.pop("request_extensions", {})}
    return {"src_uid": "0710_bench", "lang": lang, "show_log": "true", "request_extensions": extensions, **fields}


def submit(*bodies: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    answers = ask("/submit", *bodies, **options)
    assert [answer.status_code for answer in answers] == [200] * len(bodies)
    for answer in answers:
        check(answer.json(), OUTCOMES)
    return [answer.json() for answer in answers]


def outcomes(*bodies: dict[str, Any]) -> list[str]:
    return [answer["exec_outcome"] for answer in submit(*bodies)]


def test_a_passing_row_has_all_fields() -> None:
    (answer,) = submit(body(func_code=DOUBLE, main_code="assert double(2) == 4\nprint('done')\n"))
    assert answer["exec_outcome"] == answer["response_extensions"]["outcome"] == "PASSED"
    assert answer["src_uid"] == answer["response_extensions"]["src_uid"] == "0710_bench"
    assert answer["exec_cout"] == "done\n"
    assert "return 2 * n" in answer["all_code"]
    assert "double(2) == 4" in answer["all_code"]
    assert answer["exec_runtime_message"] == answer["exec_compile_message"] == ""
    assert answer["response_extensions"]["timeout"] == 30
    assert answer["response_extensions"]["process_peak_memory"] > 0


@pytest.mark.language(name="cpp")
def test_every_verdict_has_its_outcome() -> None:
    short: dict[str, Any] = {"request_extensions": {"timeout": 0.5}}
    answers = submit(
        body(func_code=DOUBLE, main_code="assert double(2) == 5\n"),
        body(func_code="def double(n):\n    return missing\n", main_code="assert double(2) == 4\n"),
        body(func_code="def double(n:\n", main_code="assert double(2) == 4\n"),
        body("cpp", func_code="int one() { return 1 }", main_code="#include <cassert>\nint main() { assert(one()); }"),
        body(func_code="def double(n):\n    while True: pass\n", main_code="double(1)\n", **short),
        body(func_code="def double(n):\n    return bytearray(1 << 33)\n", main_code="double(1)\nassert True\n"),
    )
    assert [answer["exec_outcome"] for answer in answers] == [
        "WRONG_ANSWER",
        "RUNTIME_ERROR",
        "SYNTAX_ERROR",
        "COMPILATION_ERROR",
        "TIME_LIMIT_EXCEEDED",
        "RUNTIME_ERROR",
    ]
    assert answers[0]["exec_runtime_message"].startswith("wrong answer (AssertionError) at line 1 of the tests")
    assert "SyntaxError" in answers[2]["exec_compile_message"]
    assert "error" in answers[3]["exec_compile_message"]


def test_the_memory_limit_is_named() -> None:
    code = "held = []\nfor _ in range(1 << 20): held.append(b'x' * 10_000_000)\n"
    (answer,) = submit(body(source_code=code))
    assert answer["exec_outcome"] == "RUNTIME_ERROR"
    assert answer["exec_runtime_message"].startswith("memory limit")


@pytest.mark.language(name="go")
@pytest.mark.language(name="shell")
def test_a_solution_that_exits_does_not_pass() -> None:
    exits = "import os\ndef double(n):\n    os._exit(0)\n"
    go = 'package main\nimport "os"\nfunc One() int { os.Exit(0); return 1 }\n'
    go_tests = 'package main\nimport "testing"\nfunc TestOne(t *testing.T) { if One() != 2 { t.Fatal("no") } }\n'
    answers = submit(
        body(func_code=exits, main_code="assert double(2) == 5\n"),
        body("go", func_code=go, main_code=go_tests),
        body("shell", func_code="one() { exit 0; }", main_code='one; [ "$(one)" = 2 ] || exit 1\n'),
    )
    assert [answer["exec_outcome"] for answer in answers] == ["WRONG_ANSWER"] * 3
    assert "early_exit" in answers[0]["exec_runtime_message"]


def test_no_tests_do_not_pass() -> None:
    (answer,) = submit(body(func_code=DOUBLE, main_code="# to do\n"))
    assert answer["exec_outcome"] == "WRONG_ANSWER"
    assert "no_tests" in answer["exec_runtime_message"]


def test_words_in_the_output_do_not_affect_the_verdict() -> None:
    words = "print('FAILED: error, exception, Traceback')\n"
    assert outcomes(
        body(func_code=words + DOUBLE, main_code=words + "assert double(2) == 4\n"), body(source_code=words)
    ) == ["PASSED", "PASSED"]


@pytest.mark.language(name="go")
@pytest.mark.language(name="java")
def test_names_that_splicing_would_break() -> None:
    go = (
        'package main\nimport str "strings"\nfunc mainPart(s string) string { return str.ToUpper(s) }\nfunc main() {}\n'
    )
    go_tests = 'package main\nimport "testing"\nfunc TestA(t *testing.T) { if mainPart("a") != "A" { t.Fatal() } }\n'
    java = "import java.util.*;\nclass Solution { static int mainValue() { return 1; } }\n"
    java_tests = (
        "import java.util.List;\npublic class Main { public static void main(String[] a) { main_pass(); }\n"
        "static void main_pass() { if (Solution.mainValue() != 1) throw new AssertionError(); } }\n"
    )
    assert outcomes(
        body("golang", func_code=go, main_code=go_tests), body("java", func_code=java, main_code=java_tests)
    ) == ["PASSED", "PASSED"]


@pytest.mark.language(name="cpp")
@pytest.mark.language(name="shell")
def test_a_whole_program_passes_by_its_exit_status() -> None:
    answers = submit(
        body(source_code="print(1)"),
        body("c++", source_code="int main() { return 3; }"),
        body("bash", source_code="echo out; echo err >&2; exit 0"),
    )
    assert [answer["exec_outcome"] for answer in answers] == ["PASSED", "RUNTIME_ERROR", "PASSED"]
    assert [answer["all_code"] for answer in answers] == ["", "", ""]
    assert answers[1]["response_extensions"]["exit_code"] == 3
    assert answers[2]["response_extensions"]["stderr"] == "err\n"


@pytest.mark.language(name="go")
def test_go_programs_start_with_their_tests_or_main() -> None:
    tested = 'package main\nimport "testing"\nfunc TestA(t *testing.T) { t.Fatal("no") }\n'
    both = tested + "func main() {}\n"
    main: dict[str, Any] = {"request_extensions": {"go_test_method": "main"}}
    test: dict[str, Any] = {"request_extensions": {"go_test_method": "test"}}
    assert outcomes(
        body("go", source_code=tested), body("go", source_code=both, **test), body("go", source_code=both, **main)
    ) == ["WRONG_ANSWER", "WRONG_ANSWER", "PASSED"]


def test_long_output_and_bad_bytes() -> None:
    code = "import sys\nsys.stdout.buffer.write(b'x' * 200_000 + b'\\xff' + b'end')\n"
    (answer,) = submit(body(source_code=code))
    assert answer["exec_outcome"] == "PASSED"
    assert answer["exec_cout"] == "x" * 200_000 + "\N{REPLACEMENT CHARACTER}end"


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"lang": "python", "source_code": "1"}, "src_uid"),
        ({"src_uid": "1", "source_code": "1"}, "lang"),
        ({"src_uid": "1", "lang": "python"}, "func_code"),
        ({"src_uid": "1", "lang": "python", "func_code": "1"}, "main_code"),
        ({"src_uid": "1", "lang": "klingon", "source_code": "1"}, "lang"),
        ({"src_uid": "1", "lang": "python", "source_code": 7}, "source_code"),
        ({"src_uid": "1", "lang": "python", "source_code": "1", "request_extensions": {"timeout": "soon"}}, "timeout"),
        ({"src_uid": "1", "lang": "python", "source_code": "1", "request_extensions": {"timeout": 1e9}}, "timeout"),
        ({"hello": "world"}, "src_uid"),
        ([], "body"),
    ],
)
def test_faults_are_named(sent: Any, named: str) -> None:
    (answer,) = submit(sent, sandbox=FakeSandbox(broken))
    assert answer["exec_outcome"] == "ARGUMENT_ERROR"
    assert named in answer["exec_runtime_message"]


def test_null_counts_as_absent_and_fractions_as_times() -> None:
    answers = submit(
        body(
            source_code=None,
            func_code=DOUBLE,
            main_code="assert double(1) == 2\n",
            request_extensions={"timeout": None},
        ),
        body(source_code="1", request_extensions={"timeout": "2.5"}),
    )
    assert [answer["response_extensions"]["timeout"] for answer in answers] == [5, 2.5]


def test_an_internal_failure_is_not_a_verdict() -> None:
    (answer,) = ask("/submit", body(source_code="1"), sandbox=FakeSandbox(broken))
    assert answer.status_code == 500
    check(answer.json(), OUTCOMES)
    assert answer.json()["exec_outcome"] == "INTERNAL_ERROR"


def test_overload_is_waited_for_then_reported() -> None:
    async def run() -> None:
        async with LocalSandbox() as local:
            program = Program(language="python", files={"main.py": b"print(1)"})
            answer = await local.run(program)
        refusals = [Overloaded("the queue is full", 1.0)] * 2

        def full_twice(_: Program) -> Execution:
            if refusals:
                raise refusals.pop()
            return answer

        assert await WaitingSandbox(FakeSandbox(full_twice), 55.0, together=True).run(program) is answer
        refusals.append(Overloaded("the queue is full", 1.0))
        with pytest.raises(Overloaded):
            await WaitingSandbox(FakeSandbox(full_twice), 0.0, together=True).run(program)

    asyncio.run(run())


def test_splice() -> None:
    parts = {"src_uid": "1", "func_code": DOUBLE, "main_code": "assert double(2) == 4\n"}
    good, other, missing = ask(
        "/splice_code",
        {"lang": "python", **parts},
        {"lang": "cpp", "src_uid": "2", "func_code": "int one() { return 1; }", "main_code": "int main() { one(); }"},
        {"lang": "python", "src_uid": "1", "func_code": "1"},
        sandbox=FakeSandbox(broken),
    )
    assert good.json() == {"src_uid": "1", "all_code": f"{DOUBLE}\nassert double(2) == 4\n"}
    assert set(other.json()) == {"src_uid", "all_code"}
    assert "int one() { return 1; }" in other.json()["all_code"]
    assert missing.status_code == 200
    assert missing.json()["splice_outcome"] == "ARGUMENT_ERROR"
    assert "main_code" in missing.json()["splice_message"]


@pytest.mark.slow
@pytest.mark.parametrize("language", [in_language(name) for name in ["python", "shell", "javascript"]])
def test_the_official_client_can_score_real_rows(language: str, server: Server) -> None:
    """It sends the solution with the full tests, then with the demo tests; success means PASSED for both."""
    row = next(problem for problem in read_problems("starter") if problem.language == language)
    with httpx.Client(base_url=server.url, timeout=60) as client:
        for tests in (row.tests["full"], row.tests["demo"]):
            for solution, outcome in ((row.canonical_solution, "PASSED"), ("", None)):
                sent = body(language, func_code=solution or "\n", main_code=tests)
                answer = client.post("/submit", json=sent).json()
                assert (answer["exec_outcome"] == "PASSED") == (outcome == "PASSED"), answer
