"""Judges one kept answer of a job again, here and now. The job itself stays as it is."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.again import settings_of
from benchwright.evaluate.benchmark import kept_problems
from benchwright.evaluate.engine import JudgedRecord
from benchwright.evaluate.sample import ANSWER_STEP, JUDGE_STEP, Sample, sample_key
from benchwright.evaluate.verify import judge_here
from benchwright.jobs import read_job
from benchwright.judge.plan_cache import PlanCache
from benchwright.judge.solution import SolutionJudgement
from benchwright.sandbox.opening import open_sandbox


class OnceMore(msgspec.Struct, frozen=True, kw_only=True):
    """A judgement and what it is now."""

    kept: SolutionJudgement | None
    """That of the job; None if it has none."""
    now: SolutionJudgement | None
    """That of here and now; None if it could not be judged."""
    why: str
    """The reason of the new one, or why there is none."""

    @property
    def differs(self) -> bool:
        """Whether the two verdicts are not the same."""
        return self.now is not None and (self.kept is None or self.kept.verdict is not self.now.verdict)


async def judge_once_more(folder: Path, problem: str, sample: int, turn: int, sandbox: str = "") -> OnceMore:
    """Judge one answer as the job would; `sandbox`: as in $BENCHWRIGHT_SANDBOX."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        found = kept_problems(folder, settings.benchmark)[problem]
        data = job.store.done(ANSWER_STEP, sample_key(problem, sample, turn))
        if data is None:
            raise UsageError(f"there is no answer {sample}, turn {turn}, to {problem}", "`show JOB PROBLEM` lists them")
        answer = job.store.decoded(ANSWER_STEP, sample_key(problem, sample, turn), data, Sample)
        kept = job.store.done(JUDGE_STEP, answer.judge_key)
        judged = job.store.decoded(JUDGE_STEP, answer.judge_key, kept, JudgedRecord) if kept else None
    with contextlib.closing(PlanCache()) as plans:
        async with open_sandbox(sandbox) as opened:
            now, why = await judge_here(opened, found, settings, plans, answer)
    return OnceMore(kept=judged.judgement if judged else None, now=now, why=why)
