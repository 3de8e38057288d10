"""The explorer's records match the jobs, including unfinished ones."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.finish import SCORE_FILE, Score
from benchwright.evaluation.sample import PLAN_STEP, Sample
from benchwright.jobs import State, reopen_job
from benchwright.judging.plan import Defect
from benchwright.judging.solution import ProblemPlan
from benchwright.judging.verdict import Verdict
from benchwright.problems import builtin_folder
from benchwright.report.results import read_jobs
from benchwright.report.site import Explorer
from benchwright.report.site.problem_page import ProblemDetails
from benchwright.report.site.records import UNKNOWN, BenchmarkDetails, ModelDetails, RunDetails, Site, Spending, Titles
from benchwright.report.tables.results import leaderboard
from tests.report.small_jobs import Given, job_of, problem, synthetic

Record = TypeVar("Record")
PASSED, WRONG = Verdict.PASSED, Verdict.WRONG_ANSWER


def data(explorer: Explorer, key: str, kind: type[Record]) -> Record:
    found = explorer.data(key)
    assert isinstance(found, kind)
    return found


def test_every_key_has_its_record(tmp_path: Path) -> None:
    explorer = Explorer(synthetic(tmp_path / "jobs"))
    kinds = {key: type(explorer.data(key)) for key in explorer.common_keys()}
    assert kinds == {
        "site": Site,
        "titles": Titles,
        "spending": Spending,
        "benchmark": BenchmarkDetails,
        **{f"models/model-0{number}": ModelDetails for number in range(3)},
        **{f"runs/model-0{number}": RunDetails for number in range(3)},
    }
    pages = dict(explorer.problem_pages())
    assert list(pages) == [f"problems/{number}" for number in range(6)]
    assert pages["problems/3"] == explorer.data("problems/3")


@pytest.mark.parametrize(
    "key", ["", "sites", "models", "models/", "models/x", "problems/6", "problems/-1", "runs/../x"]
)
def test_a_missing_key_is_an_error(tmp_path: Path, key: str) -> None:
    with pytest.raises(UsageError, match="no data"):
        Explorer(synthetic(tmp_path, models=1)).data(key)


def test_a_finished_job_has_the_numbers_of_its_score(tmp_path: Path) -> None:
    jobs = synthetic(tmp_path, problems=20, models=2)
    site = Explorer(jobs).site()
    score = msgspec.json.decode((jobs[0] / SCORE_FILE).read_bytes(), type=Score)
    best = site.models[0]
    assert (best.key, best.name, best.answers) == ("model-00", "model-00", "openai:model-00")
    assert best.pass_at_k["pass@1"].value == pytest.approx(score.metrics["pass_at_k"]["pass@1"].value, abs=1e-5)
    assert best.pass_at_k["pass@1"].low is not None
    assert sum(best.passed) / sum(best.scored) == pytest.approx(best.pass_at_k["pass@1"].value, abs=1e-5)
    assert set(best.by_language) == set(site.problems.languages)
    assert [run.state for run in site.runs] == ["done", "done"]
    assert site.notes == ()


def test_an_unfinished_job_is_measured_from_its_existing_results(tmp_path: Path) -> None:
    problems = [problem("a"), problem("b"), problem("c")]
    given: Given = {"a": [[("1", PASSED)], [("2", WRONG)]], "b": [[("3", None)]]}
    folder = job_of(tmp_path / "job", problems, given, n=2)
    explorer = Explorer([folder])
    (model,) = explorer.site().models
    assert (model.scored, model.passed, model.first) == ((2, 0, 0), (1, 0, 0), (1, UNKNOWN, UNKNOWN))
    assert model.states == {"scored": 2, "unanswered": 3, "unscored": 1}
    assert model.pass_at_k["pass@1"].value == 0.5
    details = data(explorer, "models/m", ModelDetails)
    assert [estimate.value for estimate in details.pass_at_k] == [0.5, 1.0]
    assert [details.verdicts[place] for place in details.verdict] == ["passed", "unscored", "unanswered"]
    run = data(explorer, "runs/m", RunDetails)
    assert (run.state, run.total, run.steps["answer"]) == ("unfinished", 6, {"done": 3})
    assert "is unfinished" in explorer.site().notes[0]
    answers = data(explorer, "problems/1", ProblemDetails).answers
    assert [(each.state, each.why) for each in answers] == [("unscored", "not judged yet"), ("unanswered", "")]


def test_turns_are_listed_in_order_and_the_last_is_the_verdict(tmp_path: Path) -> None:
    folder = job_of(tmp_path / "my job", [problem("a/1")], {"a/1": [[("1", WRONG), ("2", PASSED)]]}, turns=3)
    explorer = Explorer([folder])
    answers = data(explorer, "problems/0", ProblemDetails).answers
    assert [(each.turn, each.verdict, each.code) for each in answers] == [(1, "wrong_answer", "1"), (2, "passed", "2")]
    assert answers[0].failed == "full"
    assert answers[0].sets["full"].message == "what"
    assert answers[1].rerun == f"benchwright show --sample 0 --turn 2 --run -- '{folder}' a/1"
    details = data(explorer, "models/m", ModelDetails)
    assert [details.verdicts[place] for place in details.verdict] == ["passed"]
    assert [details.failures[place] for place in details.failure] == ["wrong_answer"]
    assert data(explorer, "spending", Spending).models["m"].completion_tokens == (20,)


def test_later_turns_are_shown_separately(tmp_path: Path) -> None:
    given: Given = {
        "a/1": [[("1", WRONG), ("2", PASSED)]],
        "a/2": [[("1", PASSED)]],
        "a/3": [[("1", WRONG), ("2", WRONG)]],
        "a/4": [[("1", WRONG), ("2", None)]],
    }
    problems = [problem(name) for name in given]
    turned = job_of(tmp_path / "turned", problems, given, turns=2)
    single = job_of(tmp_path / "single", problems, {name: [chain[0][:1]] for name, chain in given.items()})
    site = data(Explorer([turned, single]), "site", Site)
    models = {model.turns: model for model in site.models}
    assert models[2].pass_at_k["pass@1"].value == 0.25
    # Unjudged samples have no known result after their turns.
    assert (models[2].turned, models[2].mended) == ((1, 1, 1, 0), (1, 1, 0, 0))
    assert models[2].after_turns
    assert models[2].after_turns.value == pytest.approx(2 / 3, abs=1e-5)
    assert (models[1].turned, models[1].mended, models[1].after_turns) == ((), (), None)


def test_a_samples_file_may_have_any_number_per_problem(tmp_path: Path) -> None:
    problems = [problem("a"), problem("a#b"), problem("c")]
    given = {"a": [[("1", PASSED)]], "a#b": [[("2", WRONG)], [("3", PASSED)]]}
    folder = job_of(tmp_path / "answers", problems, given, answers="samples:0123")
    (model,) = Explorer([folder]).site().models
    assert (model.name, model.samples, model.scored, model.passed) == ("answers", 2, (1, 2, 0), (1, 1, 0))


def test_jobs_on_different_benchmarks_are_joined_by_id(tmp_path: Path) -> None:
    one = job_of(tmp_path / "one", [problem("a"), problem("b")], {"b": [[("1", PASSED)]]}, answers="openai:x")
    changed = problem("b", tests={"full": "assert x == 2\n"})
    two = job_of(tmp_path / "two", [changed, problem("c")], {"c": [[("1", PASSED)]]}, answers="openai:y")
    explorer = Explorer([one, two])
    site = explorer.site()
    assert site.problems.ids == ("a", "b", "c")
    assert {model.name: model.passed for model in site.models} == {"x": (0, 1, 0), "y": (0, 0, 1)}
    assert len(site.notes) == 3
    assert [each.model for each in data(explorer, "problems/2", ProblemDetails).answers] == ["y"]


def test_a_model_with_two_jobs_is_named_by_folder(tmp_path: Path) -> None:
    jobs = [job_of(tmp_path / name, [problem("a")], {}, answers=f"{who}:m@http://x") for name, who in _SAME.items()]
    assert {model.key: model.name for model in Explorer(jobs).site().models} == {
        "m-warm": "m (warm)",
        "m-cold": "m (cold)",
    }
    jobs.append(job_of(tmp_path / "other", [problem("a")], {}, answers="local:m"))
    assert "local:m" in {model.name for model in Explorer(jobs).site().models}


_SAME = {"warm": "openai", "cold": "openai"}


def test_a_named_benchmark_provides_problems_name_and_card(tmp_path: Path) -> None:
    bench = tmp_path / "mine"
    bench.mkdir()
    (bench / "problems.jsonl").write_bytes((builtin_folder("primer") / "problems.jsonl").read_bytes())
    (bench / "README.md").write_text("# Mine\n")
    explorer = Explorer(
        [job_of(tmp_path / "job", [problem("a")], {"a": [[("1", PASSED)]]})], str(bench / "problems.jsonl")
    )
    site = explorer.site()
    assert site.title == "mine"
    assert site.problems.ids[-1] == "a"
    assert len(site.problems.ids) > 1
    assert "other problems" in site.notes[0]
    assert data(explorer, "benchmark", BenchmarkDetails).card == "# Mine\n"


def test_problems_have_the_columns_that_filters_need(tmp_path: Path) -> None:
    problems = [
        problem("a", difficulty="hard", tags=("x", "y"), canonical_solution="x\n" * 15),
        problem("b", difficulty="easy", tags=("y",), language="go", question="\n# Sort **all** of it\nnow"),
        problem("c", canonical_solution="", question=""),
    ]
    explorer = Explorer([job_of(tmp_path / "job", problems, {})])
    found = explorer.site().problems
    assert (found.languages, found.language) == (("go", "python"), (1, 0, 1))
    assert (found.difficulties, found.difficulty) == (("easy", "hard"), (1, 0, UNKNOWN))
    assert (found.tags, found.tagged) == (("x", "y"), ((0, 1), (1,), ()))
    assert (found.lengths, found.length) == (("1-10", "11-20"), (1, 0, UNKNOWN))
    assert data(explorer, "titles", Titles).titles == ("Do a.", "Sort all of it", "")


def test_a_defective_problem_is_listed_as_a_failure_of_the_run(tmp_path: Path) -> None:
    folder = job_of(tmp_path / "job", [problem("a"), problem("b")], {"a": [[("1", None)]], "b": [[("2", None)]]})
    plan = ProblemPlan(defects={"full": Defect(reason="reference fails", detail="line 1")})
    with reopen_job(folder) as job:
        job.store.put(PLAN_STEP, "a", msgspec.json.encode(plan))
        job.store.put("judge", "b#1", b"", State.FAILED, "the sandbox is down")
    run = data(Explorer([folder]), "runs/m", RunDetails)
    assert [(each.step, each.item, each.state) for each in run.troubles] == [
        ("judge", "b#1", "unscored"),
        ("plan", "a", "defect"),
    ]
    assert run.states == {"defect": 1, "unscored": 1}


def test_waiting_items_are_distinguished_from_failed_ones(tmp_path: Path) -> None:
    problems = [problem(name) for name in "abcd"]
    given: Given = {"a": [[("1", PASSED)]], "b": [[("2", None)]], "c": [[("3", None)]], "d": []}
    folder = job_of(tmp_path / "job", problems, given)
    with reopen_job(folder) as job:
        failed = Sample(problem="c", sample=0, raw="3", code="3")
        job.store.put("judge", failed.judge_key, b"", State.FAILED, "the sandbox is down")
    run = data(Explorer([folder]), "runs/m", RunDetails)
    assert run.states == {"scored": 1, "unanswered": 1, "unscored": 2}
    assert run.pending == {"unanswered": 1, "unscored": 1}
    assert run.totals == {"plan": 4, "answer": 4, "judge": 4}


def test_similar_questions_are_listed_within_a_language(tmp_path: Path) -> None:
    text = " ".join(f"word{number}" for number in range(60))
    problems = [
        problem("a", question=text),
        problem("b", question="Something else that has its own words."),
        problem("c", question=f"{text} more"),
        problem("d", question=text, language="go"),
    ]
    found = data(Explorer([job_of(tmp_path / "job", problems, {})]), "benchmark", BenchmarkDetails).duplicates
    assert [pair[:2] for pair in found] == [(0, 2)]
    assert found[0][2] > 0.9


def test_discrimination_needs_three_models(tmp_path: Path) -> None:
    jobs = synthetic(tmp_path, problems=30, models=4)
    two, four = (data(Explorer(some), "benchmark", BenchmarkDetails) for some in (jobs[:2], jobs))
    assert set(two.correlation) == {None}
    assert any(value is not None and value > 0 for value in four.correlation)
    assert all(0 <= value <= 1 for value in four.solved)


def test_a_job_in_two_spellings_is_one_model(tmp_path: Path) -> None:
    folder = job_of(tmp_path / "job", [problem("a")], {"a": [[("1", PASSED)]]})
    (tmp_path / "link").symlink_to(folder)
    named = [folder / ".." / "job", folder, tmp_path / "link"]
    assert [run.name for run in Explorer(named).site().runs] == ["job"]
    (model,) = read_jobs(named).models
    assert model.folder == str(named[0])


def test_only_problems_that_can_judge_a_model_count_for_its_rank(tmp_path: Path) -> None:
    problems = [problem("a"), problem("b")]
    partly = job_of(tmp_path / "partly", problems, {"a": [[("1", PASSED)]]}, answers="openai:partly")
    whole = job_of(tmp_path / "whole", problems, {"a": [[("1", WRONG)]]}, answers="openai:whole")
    other = job_of(tmp_path / "other", [problem("c")], {"c": [[("1", PASSED)]]}, answers="openai:other")
    with reopen_job(whole) as job:
        plan = ProblemPlan(defects={"full": Defect(reason="reference fails", detail="line 1")})
        job.store.put(PLAN_STEP, "b", msgspec.json.encode(plan))
    jobs = [partly, whole, other]
    left_out = {model.name: model.left_out for model in Explorer(jobs).site().models}
    assert list(left_out.items()) == [("other", (0, 1)), ("whole", (1, 2)), ("partly", (2,))]
    results = read_jobs(jobs)
    found = [(model.name, model.ranked, model.scored, model.judging) for model in results.models]
    assert found == [("other", True, 1, 1), ("whole", True, 1, 1), ("partly", False, 1, 2)]
    assert "Not ranked, because fewer than 95 % of the problems are scored: partly." in results.notes
    table = leaderboard(results)
    assert [row[[column.name for column in table.columns].index("scored")] for row in table.rows][-1] == "1 of 2"
