"""A live explorer follows jobs that change, and re-reads only those."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.reading import read_evaluation
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, Sample
from benchwright.jobs import reopen_job
from benchwright.judging.verdict import Verdict
from benchwright.problems import Problem
from benchwright.report.site import Explorer
from benchwright.report.site import explorer as explorer_module
from benchwright.report.site import reading as reading_module
from benchwright.report.site.benchmark_page import Pair
from benchwright.report.site.problem_page import ProblemDetails
from benchwright.report.site.reading import Reading
from benchwright.report.site.records import BenchmarkDetails, RunDetails
from tests.report.small_jobs import job_of, problem

GIVEN = {"a": [[("1", Verdict.PASSED)]]}


def answer(folder: Path, name: str) -> None:
    with reopen_job(folder) as job:
        sample = Sample(problem=name, raw="x", code="x")
        job.store.put(ANSWER_STEP, sample.key, msgspec.json.encode(sample))


def test_only_changed_files_are_reread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_report_is_one_consistent_snapshot(tmp_path: Path) -> None:
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


def test_finding_duplicates_does_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = Explorer([job_of(tmp_path / "job", [problem("a"), problem("b")], GIVEN)], live=True)
    begun, free, searched = threading.Event(), threading.Event(), []

    def slow(problems: Iterable[Problem]) -> list[Pair]:
        searched.append(problems)
        begun.set()
        assert free.wait(60)
        return [(0, 1, 0.9)]

    monkeypatch.setattr(explorer_module, "find_near_duplicates", slow)
    with ThreadPoolExecutor(2) as threads:
        page = threads.submit(explorer.data, "benchmark")
        assert begun.wait(60)
        assert threads.submit(explorer.site).result(60).models
        free.set()
        details = page.result(60)
    assert isinstance(details, BenchmarkDetails)
    assert details.duplicates == ((0, 1, 0.9),)
    assert explorer.data("benchmark") is details
    assert len(searched) == 1


def test_a_locked_job_is_running(tmp_path: Path) -> None:
    folder = job_of(tmp_path / "job", [problem("a"), problem("b")], GIVEN)
    with reopen_job(folder):
        explorer = Explorer([folder], live=True)
        (model,) = explorer.site().models
        run = explorer.data("runs/m")
    assert (model.running, explorer.site().live) == (True, True)
    assert isinstance(run, RunDetails)
    assert run.state == "running"
    assert model.pass_at_k["pass@1"].low is None


@pytest.mark.parametrize("step", [ANSWER_STEP, JUDGE_STEP])
@pytest.mark.parametrize("data", [b'{"problem": 1}', b'{"prob', b'{"problem": "\xff"}'])
def test_a_damaged_job_does_not_hide_others(tmp_path: Path, step: str, data: bytes) -> None:
    good, bad = (job_of(tmp_path / name, [problem("a")], GIVEN) for name in ("good", "bad"))
    with reopen_job(bad) as job:
        (row,) = job.store.names(step)
        job.store.put(step, row, data)
    site = Explorer([bad, good], live=True).site()
    assert [run.name for run in site.runs] == ["good"]
    assert "bad cannot be read" in site.notes[0]
    with pytest.raises(UsageError, match=re.escape(f"{bad}: the row of step {step!r}, item {row!r} is damaged")):
        Explorer([bad, good]).site()
    with pytest.raises(UsageError, match="is damaged"):
        read_evaluation(bad)


def test_an_unreadable_job_does_not_hide_others(tmp_path: Path) -> None:
    good = job_of(tmp_path / "good", [problem("a")], GIVEN)
    bad = job_of(tmp_path / "bad", [problem("b")], {})
    (bad / "benchmark.jsonl.gz").unlink()
    site = Explorer([bad, good], live=True).site()
    assert [run.name for run in site.runs] == ["good"]
    assert "bad cannot be read" in site.notes[0]
    with pytest.raises(UsageError, match="has no benchmark"):
        Explorer([bad, good]).site()


def test_a_faulty_job_is_reread_only_after_its_files_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "_REST", 0)
    good, bad = (job_of(tmp_path / name, [problem("a")], GIVEN) for name in ("good", "bad"))
    aside = (bad / "benchmark.jsonl.gz").rename(tmp_path / "aside")
    reading = Reading([bad, good], live=True)
    before = reading.contents()
    assert reading.contents() is before
    answer(good, "a")
    assert reading.contents().notes == before.notes
    aside.rename(bad / "benchmark.jsonl.gz")
    after = reading.contents()
    assert not any("cannot be read" in note for note in after.notes)
    assert len(after.evaluations) == 2
