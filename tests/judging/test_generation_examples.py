"""The worked examples in prompts are judged like generated problems."""

from __future__ import annotations

import asyncio
import functools
import re

import msgspec
import pytest

from benchwright.judging import Defect, Judgement, Question, TestPlan, Verdict, calibrate, judge_tests
from benchwright.judging.mutation import stub_of
from benchwright.judging.question import circumstances
from benchwright.judging.tests import judge_often
from benchwright.judging.verdict import describe
from benchwright.languages import find_language, languages
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

pytestmark = pytest.mark.slow

LANGUAGES = sorted(languages())
EACH = [in_language(name) for name in LANGUAGES]

CASES = (("3 4 5", "6", "3 7 5"), ("10 -4 2", "5", "10 -4 -2"), ("5 5 5", "5", "5 10 5"))
STYLES = {
    **dict.fromkeys(("awk", "clojure", "fish", "go", "shell", "tcl"), ("[", " ", "]")),
    **dict.fromkeys(("common_lisp", "emacs_lisp", "racket", "scheme"), ("(", " ", ")")),
    **dict.fromkeys(("erlang", "haskell"), ("[", ",", "]")),
    "zig": ("{ ", ", ", " }"),
}
"""How languages with their own list format print lists."""

_ABOVE = re.compile(r">(?= \S*limit)|(?<=\()>(?= total)", re.IGNORECASE)


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All results for a language's example."""

    inputs: tuple[Judgement, ...]
    """Runs of the program that prints."""
    plan: TestPlan | Defect
    wrong: dict[str, Judgement]
    """Judgements of wrong solutions."""


def expected_output(language: str) -> str:
    """Return what the printing program must print."""
    opening, comma, closing = STYLES.get(language, ("[", ", ", "]"))

    def show(numbers: str) -> str:
        return opening + comma.join(numbers.split()) + closing

    lines = [f"{show(numbers)} {limit} -> {show(totals)}" for numbers, limit, totals in CASES]
    # Vim starts a new line before it echoes, not after.
    return "".join(f"\n{line}" if language == "vimscript" else f"{line}\n" for line in lines)


def with_another_comparison(solution: str) -> str:
    """Return the solution with `at least` instead of `above`, which only the last case distinguishes."""
    changed, count = _ABOVE.subn(">=", solution)
    if not count:
        changed, count = re.subn(r"-gt\b", "-ge", solution)
    assert count == 1, solution
    return changed


async def judge_all(sandbox: LocalSandbox, language_id: str) -> Results:
    """Run the inputs under different circumstances, calibrate the tests, and judge wrong solutions by them."""
    language = find_language(language_id)
    solution, inputs, tests = (language.generation_example(name) for name in ("solution", "inputs", "tests"))
    wrong = {"comparison": with_another_comparison(solution), "stub": stub_of(language, solution)}
    wrong = {name: text for name, text in wrong.items() if text}
    printing = Question(language=language_id, tests=inputs)
    checking = Question(language=language_id, tests=tests)
    # Without alterations, which would take most of the builds: the wrong solutions show that the tests can fail.
    plan = await calibrate(sandbox, checking, solution, sites=0)
    printed = await judge_often(sandbox, printing, solution, circumstances(3))
    judged = await asyncio.gather(*(judge_tests(sandbox, checking, text) for text in wrong.values()))
    return Results(inputs=tuple(printed), plan=plan, wrong=dict(zip(wrong, judged, strict=True)))


@functools.cache
def results(language: str) -> Results:
    return in_sandbox(lambda sandbox: judge_all(sandbox, language))


@pytest.mark.parametrize("language", EACH)
def test_the_inputs_print_the_same_each_time(language: str) -> None:
    for judgement in results(language).inputs:
        assert judgement.passed, describe(judgement)
        assert judgement.execution.stages[-1].stdout.data.decode() == expected_output(language)


@pytest.mark.parametrize("language", EACH)
def test_the_tests_calibrate(language: str) -> None:
    plan = results(language).plan
    assert isinstance(plan, TestPlan), f"{plan.reason}: {plan.detail}"


@pytest.mark.parametrize("language", EACH)
def test_wrong_solutions_do_not_pass(language: str) -> None:
    wrong = results(language).wrong
    assert wrong["comparison"].verdict is Verdict.WRONG_ANSWER, describe(wrong["comparison"])
    assert {name: describe(judgement) for name, judgement in wrong.items() if judgement.passed} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_one_comparison_to_change(language: str) -> None:
    solution = find_language(language).generation_example("solution")
    assert with_another_comparison(solution) != solution
