"""Feedback given to a model after a failed attempt never exceeds what the setting allows."""

from __future__ import annotations

import pytest

from benchwright.evaluation.asking import ModelAnswerer, feedback_for
from benchwright.evaluation.prompts import default_prompt
from benchwright.evaluation.sample import Sample
from benchwright.evaluation.settings import Settings
from benchwright.judging import Place, Verdict
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.judging.verdict import TestResult
from benchwright.models import Answer, Request
from tests.evaluation.small_benchmark import fenced, problem, right, wrong

SECRET = "assert add_1(10) == 11"


def failed(name: str, verdict: Verdict = Verdict.WRONG_ANSWER) -> SolutionJudgement:
    """Return a failure by the set of this name, with a message that contains the expected values."""
    judged = SetJudgement(verdict=verdict, reason="AssertionError", message=SECRET, place=Place(part="tests", line=2))
    return SolutionJudgement(verdict=verdict, reason="AssertionError", failed=name, sets={name: judged})


@pytest.mark.parametrize(
    ("feedback", "name", "verdict", "reported", "shown"),
    [
        ("none", "demo", Verdict.WRONG_ANSWER, "", False),
        ("none", "demo", Verdict.COMPILE_ERROR, "", False),
        ("compile", "demo", Verdict.WRONG_ANSWER, "", False),
        ("compile", "demo", Verdict.COMPILE_ERROR, "compile_error", True),
        ("compile", "full", Verdict.COMPILE_ERROR, "compile_error", False),
        ("tests", "demo", Verdict.WRONG_ANSWER, "wrong_answer", True),
        ("tests", "full", Verdict.WRONG_ANSWER, "wrong_answer", False),
        ("tests", "full", Verdict.COMPILE_ERROR, "compile_error", False),
        ("full", "full", Verdict.WRONG_ANSWER, "wrong_answer", True),
    ],
)
def test_content_of_the_feedback(feedback: str, name: str, verdict: Verdict, reported: str, shown: bool) -> None:
    found = feedback_for(failed(name, verdict), feedback)  # type: ignore[arg-type]
    assert found.verdict == reported
    assert (SECRET in found.text) == shown


def test_compiler_output_is_classified_by_its_first_error() -> None:
    judged = SetJudgement(verdict=Verdict.COMPILE_ERROR, stdout="first error\n" + "x" * 10_000)
    judgement = SolutionJudgement(verdict=Verdict.COMPILE_ERROR, failed="demo", sets={"demo": judged})
    assert feedback_for(judgement, "tests").text.startswith("first error")


def test_the_solutions_line_reveals_nothing() -> None:
    judged = SetJudgement(
        verdict=Verdict.RUNTIME_ERROR, message=SECRET, stderr=SECRET, place=Place(part="solution", line=7)
    )
    judgement = SolutionJudgement(verdict=Verdict.RUNTIME_ERROR, failed="full", sets={"full": judged})
    assert feedback_for(judgement, "tests").text == "line 7 of the solution:"


def test_a_long_error_keeps_its_end() -> None:
    judged = SetJudgement(verdict=Verdict.RUNTIME_ERROR, stderr="x" * 10_000 + "the end")
    judgement = SolutionJudgement(verdict=Verdict.RUNTIME_ERROR, failed="demo", sets={"demo": judged})
    text = feedback_for(judgement, "tests").text
    assert len(text) < 2100
    assert text.endswith("the end")


def test_full_feedback_has_the_output_each_test_and_the_place() -> None:
    tests = (
        TestResult(name="test_one", status="passed"),
        TestResult(name="test_two", status="failed", message="expected 3, got 4", place=Place(part="tests", line=2)),
        TestResult(name="test_three", status="skipped"),
    )
    full = SetJudgement(
        verdict=Verdict.WRONG_ANSWER,
        reason="AssertionError",
        message="AssertionError: no",
        place=Place(part="tests", line=2),
        stdout="adding 1\nadding 2\n",
        stderr="Traceback …",
        tests=tests,
    )
    more = SetJudgement(verdict=Verdict.RUNTIME_ERROR, reason="KeyError", place=Place(part="solution", line=1))
    sets = {"demo": SetJudgement(verdict=Verdict.PASSED), "full": full, "augmented": more}
    judgement = SolutionJudgement(verdict=Verdict.WRONG_ANSWER, failed="full", sets=sets)
    shown = feedback_for(
        judgement, "full", tests={"full": "import x\nassert add(1, 2) == 3\n"}, solution="def add(a, b): ..."
    )
    assert shown.text.split("\n") == [
        "Tests full: wrong_answer (AssertionError)",
        "line 2 of the tests: assert add(1, 2) == 3",
        "AssertionError: no",
        "1 of 3 tests passed; passed: test_one; skipped: test_three",
        "failed: test_two, line 2 of the tests: assert add(1, 2) == 3: expected 3, got 4",
        "printed:",
        "adding 1",
        "adding 2",
        "errors:",
        "Traceback …",
        "",
        "Tests augmented: runtime_error (KeyError)",
        "line 1 of the solution: def add(a, b): ...",
    ]
    assert "adding" not in feedback_for(judgement, "tests").text


def test_full_feedback_is_bounded() -> None:
    tests = tuple(TestResult(name=f"test_{n}", status="failed", message="m" * 5000) for n in range(500))
    long = SetJudgement(
        verdict=Verdict.WRONG_ANSWER, message="x" * 9000, stdout="o" * 9000 + "last", stderr="e" * 9000, tests=tests
    )
    sets = dict.fromkeys(("full", "augmented"), long)
    judgement = SolutionJudgement(verdict=Verdict.WRONG_ANSWER, failed="full", sets=sets)
    text = feedback_for(judgement, "full", tests={}, solution="").text
    assert len(text) < 12_000
    assert "last\n" in text
    assert "and 490 more" in text


class Model:
    """Records its requests; always gives the same answer."""

    name = "test:model"

    def __init__(self, text: str) -> None:
        self._text = text
        self.requests: list[Request] = []

    async def answer(self, request: Request) -> Answer:
        self.requests.append(request)
        return Answer(text=self._text, completion_tokens=5, finish_reason="stop", reasoning="I thought.")

    async def aclose(self) -> None:
        pass


async def _ask(model: Model, before: list[tuple[Sample, SolutionJudgement]]) -> Sample:
    answerer = ModelAnswerer(model, default_prompt("chat"), Settings(benchmark="", answers="test:model", turns=2))
    return await answerer.answer(problem(1), 3, before)


def test_the_raw_answer_is_kept_and_parsed() -> None:
    import asyncio

    sample = asyncio.run(_ask(Model(fenced(right(1))), []))
    assert (sample.problem, sample.sample, sample.turn) == ("made/1", 3, 1)
    assert sample.raw == fenced(right(1))
    assert sample.code.strip() == right(1).strip()
    assert sample.reasoning == "I thought."
    assert sample.completion_tokens == 5


def test_the_second_turn_has_the_first_answer_and_what_failed() -> None:
    import asyncio

    model = Model(fenced(right(1)))
    first = Sample(problem="made/1", sample=3, raw=fenced(wrong(1)), code=wrong(1))
    sample = asyncio.run(_ask(model, [(first, failed("full"))]))
    assert sample.turn == 2
    roles = [message.role for message in model.requests[0].messages]
    assert roles == ["system", "user", "assistant", "user"]
    assert model.requests[0].messages[2].content == first.raw
    assert "wrong_answer" in model.requests[0].messages[3].content
    assert SECRET not in model.requests[0].text
