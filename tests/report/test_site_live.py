"""A live explorer follows jobs that change, and reads only these."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.sample import ANSWER_STEP, Sample
from benchwright.jobs import reopen_job
from benchwright.judge.verdict import Verdict
from benchwright.report.site import Explorer
from benchwright.report.site import reading as reading_module
from benchwright.report.site.reading import Reading
from benchwright.report.site.records import ProblemDetails, RunDetails
from tests.report.made_jobs import job_of, problem

GIVEN = {"a": [[("1", Verdict.PASSED)]]}


def answer(folder: Path, name: str) -> None:
    with reopen_job(folder) as job:
        sample = Sample(problem=name, raw="x", code="x")
        job.store.put(ANSWER_STEP, sample.key, msgspec.json.encode(sample))


def test_what_changed_is_read_again_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "_REST", 0)
    problems = [problem("a"), problem("b")]
    jobs = [job_of(tmp_path / name, problems, GIVEN, answers=f"openai:{name}") for name in ("one", "two")]
    reading = Reading(jobs, live=True)
    before = reading.contents()
    assert reading.contents() is before
    answer(jobs[1], "b")
    after = reading.contents()
    assert after.evaluations["one"] is before.evaluations["one"]
    assert after.evaluations["two"].columns.states == {"scored": 1, "unscored": 1}
    assert after.pool is before.pool


def test_a_report_is_of_one_moment(tmp_path: Path) -> None:
    folder = job_of(tmp_path / "job", [problem("a"), problem("b")], GIVEN)
    explorer = Explorer([folder])
    before = explorer.site().models
    answer(folder, "b")
    assert explorer.site().models == before
    page = explorer.data("problems/1")
    assert isinstance(page, ProblemDetails)
    assert [each.state for each in page.answers] == ["unanswered"]
    assert list(explorer.problem_pages())[1][1] == page
    run = explorer.data("runs/m")
    assert isinstance(run, RunDetails)
    assert run.steps["answer"] == {"done": 1}


def test_a_job_that_is_worked_on_is_running(tmp_path: Path) -> None:
    folder = job_of(tmp_path / "job", [problem("a"), problem("b")], GIVEN)
    with reopen_job(folder):
        explorer = Explorer([folder], live=True)
        (model,) = explorer.site().models
        run = explorer.data("runs/m")
    assert (model.running, explorer.site().live) == (True, True)
    assert isinstance(run, RunDetails)
    assert run.state == "running"
    assert model.pass_at_k["pass@1"].low is None


def test_a_job_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    good = job_of(tmp_path / "good", [problem("a")], GIVEN)
    bad = job_of(tmp_path / "bad", [problem("b")], {})
    (bad / "benchmark.jsonl.gz").unlink()
    site = Explorer([bad, good], live=True).site()
    assert [run.name for run in site.runs] == ["good"]
    assert "bad cannot be read" in site.notes[0]
    with pytest.raises(UsageError, match="has no benchmark"):
        Explorer([bad, good]).site()
