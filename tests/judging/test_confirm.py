"""Passes confirmed with altered halves, in the real sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.judging import Defect, Judgement, Question, TestPlan, calibrate, judge_tests, survey
from benchwright.judging.plan import PlannedRow, SoftPlan
from benchwright.judging.soft import Draw
from benchwright.sandbox import LocalSandbox

REFERENCE = "def double(n): return 2 * n\ndef items(n): return list(range(n))\n"
TESTS = """
def check(got, want):
    if got != want:
        raise AssertionError(f"{got} instead of {want}")

def test():
    assert double(2) == 4, "want 4"
    assert items(0) == [] and items(2) == [0, 1]
    expected = sum([1, 1])
    assert double(1) == expected
    for n, want in [(3, 6), (4, 8), (5, 10)]:
        assert double(n) == want
    check(double(7), 14)
    check(double(8), 16)

test()
"""
ALWAYS = """
class Always:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
"""


def judged(tests: str, reference: str, *solutions: str) -> tuple[TestPlan, list[Judgement]]:
    async def run() -> tuple[TestPlan, list[Judgement]]:
        async with LocalSandbox() as sandbox:
            question = Question(language="python", tests=tests)
            plan = await calibrate(sandbox, question, reference)
            assert isinstance(plan, TestPlan), plan
            question = msgspec.structs.replace(question, plan=plan)
            judgements = [await judge_tests(sandbox, question, each, canary=True) for each in solutions]
            return plan, judgements

    return asyncio.run(run())


def defect(tests: str, reference: str) -> Defect:
    async def run() -> Defect:
        async with LocalSandbox() as sandbox:
            found = await calibrate(sandbox, Question(language="python", tests=tests), reference)
            assert isinstance(found, Defect), found
            return found

    return asyncio.run(run())


def in_sandbox(act: Callable[[LocalSandbox], Awaitable[Judgement]]) -> Judgement:
    async def run() -> Judgement:
        async with LocalSandbox() as sandbox:
            return await act(sandbox)

    return asyncio.run(run())


def test_every_check_is_counted_and_altered() -> None:
    plan, (judgement,) = judged(TESTS, REFERENCE, REFERENCE)
    assert plan.evidence == "full"
    assert plan.soft is not None
    assert (plan.soft.ran, len(plan.soft.rows), plan.soft.idle_lines) == (len(plan.soft.checks), 5, ())
    assert judgement.passed
    assert judgement.evidence == "full"
    assert len(judgement.canary) == 2


@pytest.mark.parametrize(
    "fake",
    [*(f"double({n})" for n in (1, 2, 3, 4, 5, 7, 8)), "items(0)", "items(2)"],
)
def test_no_single_call_can_be_faked(fake: str) -> None:
    name, argument = fake.rstrip(")").split("(")
    solution = f"{REFERENCE}{ALWAYS}\nreal = {name}\ndef {name}(n): return Always() if n == {argument} else real(n)\n"
    _, (judgement,) = judged(TESTS, REFERENCE, solution)
    assert judgement.verdict == "tampered"
    assert judgement.place is not None


def test_a_table_that_is_emptied_shows() -> None:
    solution = (
        "import gc\ndef items(n): return list(range(n))\ndef double(n):\n"
        "    for each in gc.get_objects():\n"
        "        if type(each) is list and each and each[0] == (3, 6):\n            del each[1:]\n"
        "    return 2 * n\n"
    )
    tests = (
        "cases = [(3, 6), (4, 8), (5, 10)]\ndef test():\n"
        "    for n, want in cases:\n        assert double(n) == want\ntest()\n"
    )
    _, (judgement,) = judged(tests, REFERENCE, solution)
    assert judgement.verdict == "tampered"


def test_expected_values_read_from_the_tests_are_the_altered_ones() -> None:
    solution = (
        "import sys\ndef items(n): return list(range(n))\ndef double(n):\n"
        "    code = sys._getframe(1).f_code\n"
        "    numbers = [each for each in code.co_consts if type(each) is int]\n"
        "    return numbers[numbers.index(n) + 1] if n in numbers else 2 * n\n"
    )
    tests = "def test():\n    assert double(20) == 40\n    assert double(30) == 60\ntest()\n"
    _, (judgement,) = judged(tests, REFERENCE, solution)
    assert not judgement.passed


def test_a_check_that_chance_decides_alarms_nobody() -> None:
    tests = "def test():\n    assert draw() in [1, 2, 3, 4, 5, 6, 7, 8, 9]\n    assert draw() < 10\ntest()\n"
    reference = "import random\ndef draw(): return random.randrange(1, 10)\n"
    _, judgements = judged(tests, reference, *[reference] * 10)
    assert [judgement.verdict for judgement in judgements] == ["passed"] * 10


def test_values_that_one_check_compares_together_are_not_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two entries of a dictionary and two runs of a check look like a table while each half alters one entry."""
    tests = """
def check(want, got):
    if want != got:
        raise AssertionError

for text, want in (("aba", {"a": 2, "b": 1}), ("", {})):
    check(want, tally(text))
"""
    reference = "from collections import Counter\ndef tally(text): return dict(Counter(text))\n"

    def apart(checks: Iterable[int], rows: Iterable[int]) -> tuple[Draw, Draw]:
        listed = sorted(rows)
        return Draw(checks=frozenset(checks), rows=frozenset(listed[::2])), Draw(rows=frozenset(listed[1::2]))

    monkeypatch.setattr(survey, "halves", apart)
    plan, judgements = judged(tests, reference, *[reference] * 8)
    assert plan.evidence == "full"
    assert all(judgement.passed for judgement in judgements)


def test_a_check_that_notices_the_alteration_of_another_alarms_nobody() -> None:
    tests = """
log = []

def note(got, want):
    log.append((got, want))
    assert got == want

note(double(1), 2)
note(double(2), 4)
assert all(got == want for got, want in log)
assert double(5) == 10
"""
    plan, judgements = judged(tests, REFERENCE, *[REFERENCE] * 8)
    assert plan.evidence == "full"
    assert plan.soft is not None
    assert {plan.soft.checks[each.row].line for each in plan.soft.distant} >= {8, 9}
    assert all(judgement.passed for judgement in judgements)


def test_a_helper_that_only_gets_compared_values_has_full_evidence() -> None:
    """Altering its comparison and the arguments of its calls at the same time would change nothing."""
    tests = """
def check(want, got):
    if want != got:
        raise AssertionError

check([2], [double(1)])
check([], items(0))
"""
    plan, judgements = judged(
        tests, REFERENCE, REFERENCE, ALWAYS + "def double(n): return Always()\ndef items(n): return []\n"
    )
    assert plan.evidence == "full"
    assert [judgement.verdict for judgement in judgements] == ["passed", "tampered"]


def test_how_often_a_loop_over_results_runs_is_free() -> None:
    tests = (
        "def test():\n    for n in divisors(12):\n        assert 12 % n == 0\n    assert 12 in divisors(12)\ntest()\n"
    )
    reference = "def divisors(n): return [d for d in range(1, n + 1) if n % d == 0]\n"
    _, (judgement,) = judged(tests, reference, "def divisors(n): return [1, n]\n")
    assert judgement.passed


@pytest.mark.parametrize(
    "change",
    [
        lambda soft: msgspec.structs.replace(soft, layout="0" * 16),
        lambda soft: msgspec.structs.replace(soft, checks=soft.checks[:-1]),
        lambda soft: msgspec.structs.replace(
            soft, checks=(msgspec.structs.replace(soft.checks[0], option=99), *soft.checks[1:])
        ),
        lambda soft: msgspec.structs.replace(soft, rows=(PlannedRow(row=999, fails=()),)),
    ],
    ids=["layout", "number", "option", "row"],
)
def test_a_plan_that_does_not_fit_confirms_nobody(change: Callable[[SoftPlan], SoftPlan]) -> None:
    plan, _ = judged(TESTS, REFERENCE)
    assert plan.soft is not None
    stale = msgspec.structs.replace(plan, soft=change(plan.soft))
    question = Question(language="python", tests=TESTS, plan=stale)
    with pytest.raises(UsageError, match="another release"):
        in_sandbox(lambda sandbox: judge_tests(sandbox, question, REFERENCE, canary=True))


def test_a_wrong_answer_keeps_its_class() -> None:
    _, (judgement,) = judged(TESTS, REFERENCE, REFERENCE.replace("2 * n", "n"))
    assert judgement.verdict == "wrong_answer"
    assert judgement.evidence is None


@pytest.mark.parametrize(
    ("tests", "reason", "detail"),
    [
        ("class ItTests:\n    def test_a(self):\n        assert double(1) == 2\n", "tests did not run", "test_a (line"),
        ("def check(f):\n    assert f(1) == 2\n", "tests did not run", "none of their checks ran (lines 2)"),
        ("print(double(1) == 2)\n", "nothing can fail", "only print"),
        ("def test():\n    return double(1) == 2\ntest()\n", "nothing can fail", "only print"),
    ],
    ids=["class", "uncalled check", "print", "returned"],
)
def test_tests_that_do_not_test_are_a_defect(tests: str, reason: str, detail: str) -> None:
    found = defect(tests, REFERENCE)
    assert found.reason == reason
    assert detail in found.detail


@pytest.mark.parametrize(
    ("tests", "solution", "verdict", "reason"),
    [
        ("assert double(1) == 2\n", REFERENCE, "passed", ""),
        ("assert double(1)\n", REFERENCE, "passed", ""),
        ("def check(f):\n    assert f(1) == 2\n", REFERENCE, "incomplete", "no_checks"),
        (
            "assert double(1) == 2\n",
            f"{ALWAYS}\ndef double(n): return Always()\n",
            "tampered",
            "passes with line 1 altered",
        ),
    ],
)
def test_without_a_reference(tests: str, solution: str, verdict: str, reason: str) -> None:
    question = Question(language="python", tests=tests)
    judgement = in_sandbox(lambda sandbox: judge_tests(sandbox, question, solution, canary=True))
    assert (judgement.verdict, judgement.reason) == (verdict, reason)
