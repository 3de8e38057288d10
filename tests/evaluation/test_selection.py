"""Choosing among answers: by the public tests, by the majority, and by tests that the model writes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from benchwright.evaluation.codet import WrittenTests, codet_choices
from benchwright.evaluation.outcomes import Result
from benchwright.evaluation.sample import Sample
from benchwright.evaluation.selection import PublicBehaviour, measure_choices
from benchwright.evaluation.settings import Sampling, Settings
from benchwright.jobs import Store
from benchwright.judging import Verdict
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.metrics.outcome import Options, Outcome
from benchwright.models import Answer, Request
from benchwright.problems import Case, Problem
from benchwright.sandbox import LocalSandbox
from tests.cli.command import benchwright
from tests.evaluation.small_benchmark import fenced, problem, right, write_bench, write_rows, wrong


def result(sample: int, demo: Verdict, full: Verdict, message: str = "", printed: str = "") -> Result:
    """Return a scored sample of one problem."""
    sets = {
        "demo": SetJudgement(verdict=demo, message=message, printed=printed),
        "full": SetJudgement(verdict=full),
    }
    passed = demo is full is Verdict.PASSED
    verdict = Verdict.PASSED if passed else full
    outcome = Outcome(problem="p", sample=sample, verdict=verdict.value)
    return Result(outcome=outcome, judgement=SolutionJudgement(verdict=verdict, sets=sets))


def choices(found: list[Result], *, prints: bool = False) -> dict[str, int]:
    """Map each method to the chosen sample, for a problem with tests or one that is judged by its output."""
    cases = {"demo": (Case(stdin="", stdout=""),)} if prints else {}
    judged_by = Problem(id="p", language="python", question="", canonical_solution="", cases=cases)
    behaviour = PublicBehaviour({"p": judged_by})
    for each in found:
        behaviour.update(each)
    return {method: chosen["p"] for method, chosen in behaviour.choices().items() if chosen}


def test_the_public_tests_select_answers_that_pass_them() -> None:
    found = [
        result(0, Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER, message="1 != 2"),
        result(1, Verdict.COMPILE_ERROR, Verdict.COMPILE_ERROR),
        result(2, Verdict.PASSED, Verdict.PASSED),
    ]
    assert choices(found)["demo"] == 2


MANY = [
    result(0, Verdict.PASSED, Verdict.PASSED, printed="a"),
    result(1, Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER, printed="b"),
    result(2, Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER, printed="b"),
    result(3, Verdict.COMPILE_ERROR, Verdict.COMPILE_ERROR),
    result(4, Verdict.COMPILE_ERROR, Verdict.COMPILE_ERROR),
    result(5, Verdict.COMPILE_ERROR, Verdict.COMPILE_ERROR),
]


def test_the_majority_is_taken_over_outputs() -> None:
    assert choices(MANY, prints=True)["majority"] == 1


def test_failed_assertions_do_not_agree_with_each_other() -> None:
    assert choices(MANY)["majority"] == 0


def test_one_answer_leaves_no_choice() -> None:
    assert choices([result(0, Verdict.PASSED, Verdict.PASSED)]) == {}


def test_the_value_of_a_choice() -> None:
    found = [result(0, Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER), result(1, Verdict.PASSED, Verdict.PASSED)]
    outcomes = [each.outcome for each in found]
    measured = measure_choices(outcomes, {"demo": {"p": 1}, "codet": {}}, Options())
    assert measured["demo_selected"].value == 1.0
    assert measured["demo_mean"].value == 0.5
    assert not [name for name in measured if name.startswith("codet")]


class Writer:
    """Writes two correct tests and a wrong one."""

    name = "test:model"
    texts = ("assert add_1(2) == 3\n", "assert add_1(5) == 6\n", "assert add_1(1) == 7\n")

    def __init__(self) -> None:
        self.asked = 0

    async def answer(self, request: Request) -> Answer:
        self.asked += 1
        return Answer(text=fenced(self.texts[request.sample]))

    async def aclose(self) -> None:
        pass


def test_codet_chooses_by_agreement_and_asks_once(tmp_path: Path) -> None:
    samples = [
        Sample(problem="made/1", sample=number, raw="", code=code) for number, code in enumerate((wrong(1), right(1)))
    ]
    settings = Settings(benchmark="", answers="test:model", sampling=Sampling(n=2), codet=3)
    model = Writer()

    async def choose(store: Store) -> None:
        async with LocalSandbox() as sandbox:
            choice = await WrittenTests(model, sandbox, store, settings).choose(problem(1), samples)
            assert choice is not None
            assert choice.sample == 1
            assert choice.matrix == ((False, False, False), (True, True, False))

    with Store(tmp_path / "job.sqlite") as store:
        asyncio.run(choose(store))
        asyncio.run(choose(store))
        assert model.asked == 3
        assert codet_choices(store) == {"made/1": 1}


def test_the_score_of_several_answers_includes_selection(tmp_path: Path) -> None:
    bench = write_bench(tmp_path, 2)
    bad = "def add_{}(x):\n    return -1\n"
    rows = [
        {"problem": f"made/{number}", "raw": fenced(text)}
        for number in (1, 2)
        for text in (bad.format(number), right(number), wrong(number))
    ]
    answers = write_rows(tmp_path / "samples.jsonl", rows)
    done = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", "--k", "1,3", "--json")
    assert done.returncode == 0, done.stderr
    metrics = json.loads(done.stdout)["metrics"]
    assert metrics["pass_at_k"]["pass@1"]["value"] == pytest.approx(1 / 3)
    assert metrics["pass_at_k"]["pass@3"]["value"] == 1.0
    assert metrics["selection"]["demo_selected"]["value"] == 1.0
    assert metrics["selection"]["demo_oracle"]["value"] == 1.0
