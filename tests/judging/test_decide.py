"""The decision order, on hand-made Executions: the first rule that applies decides."""

from __future__ import annotations

from typing import Any

import pytest

from benchwright.judging import TestPlan, Verdict
from benchwright.judging.decide import decide, first_place
from benchwright.judging.verdict import Place, place_text
from benchwright.languages.join import Joined, Origin, Part
from benchwright.sandbox import Stream
from tests.judging.made import NONCE, execution, reply, stage

JOINED = Joined(
    files={}, mode="tests", origins={"solution.x": Origin(part="solution"), "tests.x": Origin(part="tests")}
)
END = "end|1|0|0"


def plan(**changes: Any) -> TestPlan:
    values: dict[str, Any] = {"language": "cpp", "entry": "text", "framework": "", "completions": 2, "skipped": 0}
    values |= {"tests": ("a", "b"), "sites": (), "silent": (), "toolchain": "", "digest": ""}
    return TestPlan(**(values | changes))


@pytest.mark.parametrize(
    ("lines", "changes", "verdict", "reason"),
    [
        ([END], {}, Verdict.PASSED, ""),
        ([END], {"limits_hit": ("memory",)}, Verdict.MEMORY_LIMIT, "memory"),
        ([END], {"exit_code": None, "signal": 9, "limits_hit": ("wall",)}, Verdict.TIME_LIMIT, "wall"),
        ([END], {"exit_code": 3}, Verdict.RUNTIME_ERROR, "exit code 3"),
        ([END], {"exit_code": None, "signal": 11}, Verdict.RUNTIME_ERROR, "SIGSEGV"),
        (["end|0|0|0"], {}, Verdict.INCOMPLETE, "no_tests"),
        (["end|2|1|0"], {"exit_code": 1}, Verdict.WRONG_ANSWER, "1 tests failed"),
        (["end|2|1|0"], {}, Verdict.WRONG_ANSWER, "1 tests failed"),
        (["unit|a|failed||", "end|2|1|0"], {}, Verdict.WRONG_ANSWER, "a"),
        (["fail|assertion|E|tests.x:3|m"], {"exit_code": 1}, Verdict.WRONG_ANSWER, "E"),
        (["fail|assertion|E|tests.x:3|m"], {}, Verdict.WRONG_ANSWER, "E"),
        (["fail|assertion|E||", END], {}, Verdict.WRONG_ANSWER, "E"),
        (["fail|exit|exit 1||"], {"exit_code": 1}, Verdict.WRONG_ANSWER, "exit 1"),
        (["fail|error|E||"], {"exit_code": 1}, Verdict.RUNTIME_ERROR, "E"),
        (["fail|error|E||", END], {}, Verdict.RUNTIME_ERROR, "E"),
        (["fail|syntax|E||"], {"exit_code": 1}, Verdict.COMPILE_ERROR, "E"),
        (["fail|pending|p||"], {}, Verdict.INCOMPLETE, "unfinished_async"),
        ([], {}, Verdict.INCOMPLETE, "early_exit"),
        ([], {"exit_code": 7}, Verdict.RUNTIME_ERROR, "exit code 7"),
        (["nonsense"], {}, Verdict.TAMPERED, "forged proof"),
        (["fail|assertion|E||", "nonsense"], {"exit_code": 1}, Verdict.TAMPERED, "forged proof"),
    ],
)
def test_without_a_plan(lines: list[str], changes: dict[str, Any], verdict: Verdict, reason: str) -> None:
    judgement = decide(execution(stage(reply=reply(*lines), **changes)), JOINED, NONCE)
    assert (judgement.verdict, judgement.reason, judgement.judged) == (verdict, reason, True)


@pytest.mark.parametrize(
    ("lines", "verdict", "reason"),
    [
        (["unit|a|passed||", "unit|b|passed||", "end|2|0|0"], Verdict.PASSED, ""),
        (["unit|a|passed||", "unit|b|passed||", "unit|c|passed||", "end|3|0|0"], Verdict.PASSED, ""),
        (["unit|a|passed||", "end|1|0|0"], Verdict.TAMPERED, "1 of 2 tests ran"),
        (["unit|a|passed||", "unit|c|passed||", "end|2|0|0"], Verdict.TAMPERED, "2 of 2 tests ran"),
        (["unit|a|passed||", "unit|b|skipped||", "end|2|0|1"], Verdict.TAMPERED, "1 of 2 tests ran"),
        (["end|0|0|0"], Verdict.TAMPERED, "0 of 2 tests ran"),
        (["unit|a|passed||", "unit|b|failed||", "end|2|1|0"], Verdict.WRONG_ANSWER, "b"),
    ],
)
def test_with_a_plan(lines: list[str], verdict: Verdict, reason: str) -> None:
    judgement = decide(execution(stage(reply=reply(*lines))), JOINED, NONCE, plan())
    assert (judgement.verdict, judgement.reason) == (verdict, reason)


def test_what_the_reference_skipped_may_be_skipped() -> None:
    lines = reply("unit|a|passed||", "unit|b|skipped||", "end|2|0|1")
    judgement = decide(execution(stage(reply=lines)), JOINED, NONCE, plan(tests=("a",), skipped=1))
    assert judgement.verdict is Verdict.PASSED


def test_a_failed_build_comes_first_and_tells_where() -> None:
    build = stage(name="build", exit_code=1, stderr=Stream(head=b"/workspace/solution.x:12:3: error: no"))
    judgement = decide(execution(build=build), JOINED, NONCE)
    assert (judgement.verdict, judgement.reason) == (Verdict.COMPILE_ERROR, "diagnostics")
    assert judgement.place == Place(part="solution", line=12)


def test_no_reply_at_all_is_no_proof() -> None:
    assert decide(execution(stage(reply=None)), JOINED, NONCE).verdict is Verdict.INCOMPLETE


@pytest.mark.parametrize(
    ("output", "place"),
    [
        (b'File "/workspace/tests.x", line 7, in f', Place(part="tests", line=7)),
        (b"solution.x:3:4: error", Place(part="solution", line=3)),
        (b"at f (/workspace/tests.x:9:1)", Place(part="tests", line=9)),
        (b"solution.x: line 4: oops", Place(part="solution", line=4)),
        (b"nothing of use", None),
        (b"resolution.x:3", None),
        (b"solution.x:" + b"9" * 5000, None),
    ],
)
def test_the_first_place_in_messages(output: bytes, place: Place | None) -> None:
    assert first_place(output, JOINED.origins) == place


@pytest.mark.parametrize(
    ("part", "reason", "text"),
    [
        ("tests", "AssertionError", " at line 2 of the tests"),
        ("tests", "passes with line 2 altered", ""),
        ("tests", "passes with line 21 altered", " at line 2 of the tests"),
        ("solution", "passes with line 2 altered", " at line 2 of the solution"),
    ],
)
def test_a_line_that_the_reason_names_is_not_repeated(part: Part, reason: str, text: str) -> None:
    assert place_text(Place(part=part, line=2), reason) == text
    assert place_text(None, reason) == ""
