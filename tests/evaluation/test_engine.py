"""The engine answers and judges each sample once, in the real sandbox, whatever happens in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from benchwright.errors import BudgetSpent, ModelError, SandboxError
from benchwright.evaluation.engine import Evaluation, Plans, Progress, Task
from benchwright.evaluation.outcomes import Result, results
from benchwright.evaluation.sample import JUDGE_STEP, Sample
from benchwright.jobs import Job, State, open_job
from benchwright.jobs.manifest import new_manifest
from benchwright.judging.solution import PlanCache, SolutionJudgement
from benchwright.problems import Problem
from benchwright.sandbox import Execution, LocalSandbox, Program, Sandbox
from tests.evaluation.small_benchmark import problems, right, wrong

Attempts = list[tuple[Sample, SolutionJudgement]]


class Answers:
    """Answers by a function of the problem's number, the sample and the attempts before; counts the calls."""

    def __init__(self, code: Callable[[int, int, Attempts], str]) -> None:
        self._code = code
        self.asked: list[tuple[str, int, int]] = []

    async def answer(self, problem: Problem, sample: int, before: Attempts) -> Sample:
        self.asked.append((problem.id, sample, len(before)))
        code = self._code(int(problem.id.rpartition("/")[2]), sample, before)
        return Sample(problem=problem.id, sample=sample, turn=len(before) + 1, raw=code, code=code)


class Counting:
    """The real sandbox; counts programs, and can fail on request."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self.ran = 0
        self.broken = False

    async def run(self, program: Program) -> Execution:
        self.ran += 1
        if self.broken:
            raise SandboxError("the launcher is gone")
        return await self._inner.run(program)


def evaluate(
    folder: Path,
    made: dict[str, Problem],
    tasks: list[Task],
    answers: Answers | None,
    *,
    turns: int = 1,
    broken_after_plans: bool = False,
) -> tuple[list[Progress], list[Result], int]:
    """Return progress, results and the number of sandbox runs."""

    async def work(job: Job) -> tuple[list[Progress], int]:
        async with LocalSandbox() as inner:
            sandbox = Counting(inner)
            plans = Plans(sandbox, job.store, PlanCache(folder.parent / "plans.sqlite"))  # type: ignore[arg-type]
            if broken_after_plans:
                for problem in made.values():
                    await plans.of(problem)
                sandbox.broken = True
            sandbox.ran = 0
            evaluation = Evaluation(job, made, sandbox, plans, answerer=answers, turns=turns)  # type: ignore[arg-type]
            heard: list[Progress] = []
            await evaluation.run(tasks, heard.append)
            return heard, sandbox.ran

    manifest = new_manifest("evaluation", {}, {}, {})
    with open_job(folder, manifest) as job:
        heard, ran = asyncio.run(work(job))
        return heard, list(results(job.store, made, iter(tasks))), ran


def test_right_and_wrong_answers(tmp_path: Path) -> None:
    made = problems(2)
    answers = Answers(lambda number, _, __: right(number) if number == 1 else wrong(number))
    heard, found, _ = evaluate(tmp_path / "job", made, [("made/1", 0), ("made/2", 0)], answers)
    assert {each.problem: each.state for each in heard} == {"made/1": "passed", "made/2": "wrong_answer"}
    assert [(each.outcome.verdict, each.outcome.failure) for each in found] == [
        ("passed", ""),
        ("wrong_answer", "wrong_answer"),
    ]
    assert found[1].judgement is not None
    assert {name: each.verdict for name, each in found[1].judgement.sets.items()} == {
        "demo": "passed",
        "full": "wrong_answer",
    }


def test_a_finished_job_is_not_rerun(tmp_path: Path) -> None:
    made, tasks = problems(1), [("made/1", 0)]
    answers = Answers(lambda number, _, __: right(number))
    first = evaluate(tmp_path / "job", made, tasks, answers)
    again = evaluate(tmp_path / "job", made, tasks, answers)
    assert answers.asked == [("made/1", 0, 0)]
    assert again[2] == 0
    assert again[1] == first[1]


def test_equal_answers_are_judged_once(tmp_path: Path) -> None:
    made = problems(1)
    one = evaluate(tmp_path / "one", made, [("made/1", 0)], Answers(lambda number, _, __: right(number)))
    tasks = [("made/1", number) for number in range(8)]
    eight = evaluate(tmp_path / "eight", made, tasks, Answers(lambda number, _, __: right(number)))
    assert [each.outcome.verdict for each in eight[1]] == ["passed"] * 8
    assert eight[2] <= one[2]


def test_plans_are_reused_by_the_next_job(tmp_path: Path) -> None:
    made, tasks = problems(1), [("made/1", 0)]
    first = evaluate(tmp_path / "first", made, tasks, Answers(lambda number, _, __: right(number)))
    second = evaluate(tmp_path / "second", made, tasks, Answers(lambda number, _, __: right(number)))
    assert 0 < second[2] < first[2]


def test_a_defective_problem_is_skipped(tmp_path: Path) -> None:
    made = problems(1)
    made["made/1"] = msgspec.structs.replace(made["made/1"], canonical_solution=wrong(1))
    answers = Answers(lambda number, _, __: right(number))
    heard, found, _ = evaluate(tmp_path / "job", made, [("made/1", 0)], answers)
    assert [each.state for each in heard] == ["defect"]
    assert answers.asked == []
    assert found[0].outcome.state == "defect"
    assert "reference fails" in found[0].why


def test_an_internal_failure_is_unscored_and_retried_by_the_next_run(tmp_path: Path) -> None:
    made, tasks = problems(1), [("made/1", 0)]
    answers = Answers(lambda number, _, __: right(number))
    heard, found, _ = evaluate(tmp_path / "job", made, tasks, answers, broken_after_plans=True)
    assert [each.state for each in heard] == ["unscored"]
    assert (found[0].outcome.state, found[0].outcome.verdict) == ("unscored", "")
    assert "launcher is gone" in found[0].why
    heard, found, _ = evaluate(tmp_path / "job", made, tasks, answers)
    assert [each.state for each in heard] == ["passed"]
    assert answers.asked == [("made/1", 0, 0)]


def test_an_endpoint_that_fails_leaves_the_sample_unanswered(tmp_path: Path) -> None:
    def fail(number: int, _: int, __: Attempts) -> str:
        raise ModelError("503 after six attempts")

    made, tasks = problems(1), [("made/1", 0)]
    heard, found, _ = evaluate(tmp_path / "job", made, tasks, Answers(fail))
    assert [each.state for each in heard] == ["unanswered"]
    assert found[0].why == "503 after six attempts"
    heard, _, _ = evaluate(tmp_path / "job", made, tasks, Answers(lambda number, _, __: right(number)))
    assert [each.state for each in heard] == ["passed"]


def test_a_spent_budget_stops_requests(tmp_path: Path) -> None:
    def spend(number: int, _: int, __: Attempts) -> str:
        raise BudgetSpent("the next answer could cost more than $1")

    made = problems(3)
    answers = Answers(spend)
    tasks = [(problem, 0) for problem in made]
    heard, _, _ = evaluate(tmp_path / "job", made, tasks, answers)
    assert [each.state for each in heard] == ["unanswered"] * 3


def test_turns_continue_until_one_passes(tmp_path: Path) -> None:
    made, tasks = problems(2), [("made/1", 0), ("made/2", 0)]

    def second_time(number: int, _: int, before: Attempts) -> str:
        return right(number) if before and number == 1 else wrong(number)

    answers = Answers(second_time)
    _, found, _ = evaluate(tmp_path / "job", made, tasks, answers, turns=3)
    verdicts = [(each.outcome.problem, each.outcome.turn, each.outcome.verdict) for each in found]
    assert verdicts == [
        ("made/1", 1, "wrong_answer"),
        ("made/1", 2, "passed"),
        ("made/2", 1, "wrong_answer"),
        ("made/2", 2, "wrong_answer"),
        ("made/2", 3, "wrong_answer"),
    ]


def test_an_earlier_failed_judgement_is_stored_as_failed(tmp_path: Path) -> None:
    made, tasks = problems(1), [("made/1", 0)]
    evaluate(tmp_path / "job", made, tasks, Answers(lambda number, _, __: right(number)), broken_after_plans=True)
    with open_job(tmp_path / "job", new_manifest("evaluation", {}, {}, {})) as job:
        assert job.store.count(JUDGE_STEP) == {State.FAILED: 1}
