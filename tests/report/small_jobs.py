"""Small evaluations for the explorer tests: synthetic, or filled by hand where the contents matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from bench.synthetic_jobs import make_jobs, make_problems

from benchwright.evaluation.benchmark import save_problems
from benchwright.evaluation.engine import JudgedRecord
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, Sample
from benchwright.evaluation.settings import Sampling, Settings
from benchwright.jobs import open_job
from benchwright.jobs.manifest import new_manifest
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.judging.verdict import Verdict
from benchwright.problems import Problem, fingerprint

Given = Mapping[str, Sequence[Sequence[tuple[str, Verdict | None]]]]
"""Problem → samples → turns → code and verdict; None: not judged yet."""


def synthetic(folder: Path, problems: int = 6, models: int = 3, *, n: int = 1) -> list[Path]:
    """Write finished evaluations."""
    return make_jobs(folder, make_problems(problems), models, n=n)


def problem(name: str, **fields: object) -> Problem:
    """Make a problem in Python."""
    plain = {"id": name, "language": "python", "question": f"Do {name}.", "canonical_solution": "x = 1\n"}
    return msgspec.convert({**plain, "tests": {"full": "assert x == 1\n"}, **fields}, Problem)


def job_of(
    folder: Path, problems: Sequence[Problem], given: Given, *, answers: str = "openai:m", n: int = 1, turns: int = 1
) -> Path:
    """Write an evaluation without a score."""
    settings = Settings(benchmark=fingerprint(problems), answers=answers, sampling=Sampling(n=n), turns=turns)
    manifest = new_manifest("evaluation", settings.pinned(), {"benchmark": "made"}, {"python": "3.11"})
    with open_job(folder, manifest) as job:
        save_problems(folder, problems)
        for name, samples in given.items():
            for number, chain in enumerate(samples):
                for turn, (code, verdict) in enumerate(chain, start=1):
                    sample = Sample(problem=name, sample=number, turn=turn, raw=code, code=code, completion_tokens=10)
                    job.store.put(ANSWER_STEP, sample.key, msgspec.json.encode(sample))
                    if verdict is not None:
                        job.store.put(JUDGE_STEP, sample.judge_key, msgspec.json.encode(_judged(verdict)))
    return folder


def _judged(verdict: Verdict) -> JudgedRecord:
    failed = "" if verdict is Verdict.PASSED else "full"
    sets = {"full": SetJudgement(verdict=verdict, reason="why", message="what")}
    return JudgedRecord(judgement=SolutionJudgement(verdict=verdict, reason="why", failed=failed, sets=sets))
