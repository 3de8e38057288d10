"""An evaluation is done only if its score matches its current contents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchwright.evaluation import finish as finishing
from benchwright.evaluation.benchmark import load_problems
from benchwright.evaluation.finish import REJUDGING_FACT, ROUND_FACT, finish
from benchwright.evaluation.outcomes import Tasks
from benchwright.evaluation.reading import read_evaluation
from benchwright.evaluation.rejudge import settings_of
from benchwright.jobs import reopen_job
from benchwright.judging.verdict import Verdict
from benchwright.report.site.explorer import Explorer
from tests.report.small_jobs import Given, job_of, problem

PASSED, WRONG = Verdict.PASSED, Verdict.WRONG_ANSWER


def finished(folder: Path, given: Given, *, turns: int = 1, answers: str = "openai:m") -> Path:
    """A job that has finished."""
    job_of(folder, [problem(name) for name in given], given, turns=turns, answers=answers)
    score_again(folder)
    return folder


def score_again(folder: Path) -> None:
    with reopen_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = load_problems(folder, settings.benchmark)
        finish(job, problems, Tasks(job, problems, settings), None)


def states(folder: Path) -> set[str]:
    """Return the state that `show` and the site report."""
    return {read_evaluation(folder).state, *(run.state for run in Explorer([folder]).site().runs)}


def test_a_finished_job_is_done(tmp_path: Path) -> None:
    assert states(finished(tmp_path / "job", {"a": [[("1", PASSED)]]})) == {"done"}


@pytest.mark.parametrize("round_now", ["0", "1"])
def test_a_score_of_earlier_verdicts_is_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, round_now: str
) -> None:
    """Rejudging is killed just before the new score is written; with re-extraction the round stays the same."""
    folder = finished(tmp_path / "job", {"a": [[("1", PASSED)]]})
    with reopen_job(folder) as job:
        job.store.note(ROUND_FACT, round_now)
        job.store.note(REJUDGING_FACT, "yes")

    def killed(*_: object) -> Iterator[None]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(finishing, "export", killed)
        with pytest.raises(KeyboardInterrupt):
            score_again(folder)
    assert states(folder) == {"unfinished"}
    with reopen_job(folder) as job:
        job.store.note(REJUDGING_FACT, "")
    assert states(folder) == ({"done"} if round_now == "0" else {"unfinished"})
    score_again(folder)
    assert states(folder) == {"done"}


def test_a_retryable_failure_leaves_the_job_unfinished(tmp_path: Path) -> None:
    failed: Given = {"a": [[("1", WRONG)]]}
    folder = finished(tmp_path / "asked", failed, turns=2)
    assert states(folder) == {"unfinished"}
    assert read_evaluation(folder).score.states == {"unanswered": 1}
    assert states(finished(tmp_path / "twice", {"a": [[("1", WRONG), ("2", WRONG)]]}, turns=2)) == {"done"}
    assert states(finished(tmp_path / "file", failed, turns=2, answers="samples:0")) == {"done"}


def test_a_job_without_its_score_is_unfinished(tmp_path: Path) -> None:
    given: Given = {"a": [[("1", PASSED)]]}
    assert states(job_of(tmp_path / "job", [problem("a")], given)) == {"unfinished"}
