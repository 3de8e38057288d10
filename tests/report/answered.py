"""Finished evaluations in which tests choose every text, and the site that shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from benchwright.evaluation.benchmark import save_problems
from benchwright.evaluation.engine import JudgedRecord
from benchwright.evaluation.finish import OPTIONS_FACT, SCORE_FILE, score
from benchwright.evaluation.outcomes import Tasks, results
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, Sample
from benchwright.evaluation.settings import Sampling, Settings
from benchwright.jobs import open_job
from benchwright.jobs.manifest import new_manifest
from benchwright.judging.solution import SolutionJudgement
from benchwright.metrics.outcome import Options
from benchwright.problems import Problem, fingerprint
from benchwright.report.site import Explorer, write_site
from benchwright.report.site.page import ASSETS
from tests.browser import Tab

_OPTIONS = Options(resamples=10)


@dataclass(frozen=True)
class Answered:
    """One turn of one sample, with its judgement if it has one."""

    sample: Sample
    judgement: SolutionJudgement | None


def evaluation(folder: Path, model: str, problems: list[Problem], answers: Iterable[Answered], turns: int = 1) -> Path:
    """Write a finished evaluation with these answers."""
    kept = list(answers)
    n = 1 + max(each.sample.sample for each in kept)
    settings = Settings(benchmark=fingerprint(problems), answers=f"openai:{model}", sampling=Sampling(n=n), turns=turns)
    by_id = {problem.id: problem for problem in problems}
    manifest = new_manifest("evaluation", settings.pinned(), {"benchmark": "chosen"}, {"python": "3.11"})
    with open_job(folder, manifest) as job:
        save_problems(folder, problems)
        with job.store.transaction():
            job.store.note(OPTIONS_FACT, msgspec.json.encode(_OPTIONS).decode())
            for each in kept:
                job.store.put(ANSWER_STEP, each.sample.key, msgspec.json.encode(each.sample))
                if each.judgement is not None:
                    record = msgspec.json.encode(JudgedRecord(judgement=each.judgement))
                    job.store.put(JUDGE_STEP, each.sample.judge_key, record)
        outcomes = [each.outcome for each in results(job.store, by_id, iter(Tasks(job, by_id, settings)))]
        (folder / SCORE_FILE).write_bytes(msgspec.json.encode(score(outcomes, _OPTIONS, {}, {}, 0)))
    return folder


def site(folder: Path, jobs: list[Path]) -> str:
    """Write the site of these jobs and return its URL."""
    if not (ASSETS / "explorer.js").is_file():
        pytest.skip("page missing: run `make frontend`")
    write_site(Explorer(jobs), folder)
    return folder.as_uri()


class ProblemTab(Tab):
    """A browser tab on the page of a problem."""

    def show(self, address: str) -> Page:
        """Open an address after #, and wait for data and syntax highlighting."""
        self.page.goto(f"{self.url}/index.html#/{address}")
        self.page.reload()
        expect(self.page.locator("body[data-ready][data-code]")).to_be_attached()
        return self.page
