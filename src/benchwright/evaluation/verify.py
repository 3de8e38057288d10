"""Re-run a sample of a job's judgements on this machine, and compare. The job itself is not changed."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchwright.errors import SandboxError, UsageError
from benchwright.evaluation.benchmark import load_problems
from benchwright.evaluation.engine import JudgedRecord, with_code
from benchwright.evaluation.rejudge import settings_of
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, Sample, sample_key
from benchwright.evaluation.settings import Settings
from benchwright.jobs import Manifest, State, Store, read_job
from benchwright.jobs.manifest import differences, new_manifest
from benchwright.judging.solution import PlanCache, SolutionJudgement, judge_solution, plan_problem
from benchwright.languages.registry import toolchain_versions
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.remote import open_sandbox


class Recheck(msgspec.Struct, frozen=True, kw_only=True):
    """A judgement in a job and its counterpart on this machine."""

    sample: str
    """Key of a sample that the judgement belongs to."""
    theirs: str
    """Verdict stored in the job."""
    ours: str
    """Verdict on this machine; empty if it could not be judged."""
    why: str = ""
    """Reason of the new verdict, or why there is none."""
    same_code: bool = True
    """Whether the judged code matches what extraction finds in the answer now."""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """Result of verifying a job."""

    judged: int
    """Number of judgements in the job."""
    rechecked: tuple[Recheck, ...]
    """The judgements that were re-run."""
    different: tuple[str, ...]
    """Toolchains and versions that differ from those of the job."""

    @property
    def disagreements(self) -> tuple[Recheck, ...]:
        """Return the judgements that differ."""
        return tuple(each for each in self.rechecked if each.ours and (each.ours != each.theirs or not each.same_code))

    @property
    def unscored(self) -> tuple[Recheck, ...]:
        """Return the judgements that could not be re-run here."""
        return tuple(each for each in self.rechecked if not each.ours)


async def verify(
    folder: Path, *, count: int, seed: int, begin: Callable[[int], Callable[[Recheck], None]]
) -> Verification:
    """Re-judge `count` of the job's solutions, drawn by `seed`."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = load_problems(folder, settings.benchmark)
        judged = dict(_judged(job.store))
        drawn = sorted(random.Random(seed).sample(sorted(judged), min(count, len(judged))))
        watch = begin(len(drawn))
        found: list[Recheck] = []
        with contextlib.closing(PlanCache()) as plans:
            async with open_sandbox() as sandbox:
                checking = _Checking(sandbox, problems, settings, plans)
                pairs = ((key, *judged[key]) for key in drawn)
                async for _, recheck in as_completed(checking.one, pairs, 16):
                    found.append(recheck)
                    watch(recheck)
        return Verification(
            judged=len(judged),
            rechecked=tuple(sorted(found, key=lambda each: each.sample)),
            different=tuple(_differences(job.manifest, problems)),
        )


def _differences(recorded: Manifest, problems: Mapping[str, Problem]) -> list[str]:
    current = new_manifest(recorded.kind, {}, {}, toolchain_versions(problem.language for problem in problems.values()))
    return [
        *differences(recorded.toolchains, current.toolchains),
        *differences(recorded.versions, current.versions),
        *differences({"commit": recorded.commit}, {"commit": current.commit}),
        *differences(recorded.machine, current.machine),
    ]


class _Checking:
    """Judges as the job did, without using its store."""

    def __init__(self, sandbox: Sandbox, problems: Mapping[str, Problem], settings: Settings, plans: PlanCache) -> None:
        self._sandbox = sandbox
        self._problems = problems
        self._settings = settings
        self._plans = plans

    async def one(self, item: tuple[str, Sample, JudgedRecord]) -> Recheck:
        key, sample, record = item
        stored = record.judgement.verdict.value
        judgement, why = await judge_here(
            self._sandbox, self._problems[sample.problem], self._settings, self._plans, sample
        )
        verdict = judgement.verdict.value if judgement else ""
        same_code = with_code(self._problems[sample.problem], sample).code == sample.code
        why = why if same_code else f"the code differs from the answer; {why}".removesuffix("; ")
        return Recheck(sample=key, theirs=stored, ours=verdict, why=why, same_code=same_code)


async def judge_here(
    sandbox: Sandbox, problem: Problem, settings: Settings, plans: PlanCache, sample: Sample
) -> tuple[SolutionJudgement | None, str]:
    """Judge a stored sample as its job would now. Return the judgement and its reason, or None and why it is
    missing."""
    try:
        plan = plans.get(problem) or await plan_problem(sandbox, problem)
        if plan.defect:
            return None, plan.defect
        judgement = await judge_solution(
            sandbox, problem, plan, sample.code, canary=settings.canary, early_stop=settings.early_stop
        )
    except (SandboxError, UsageError) as error:
        return None, str(error)
    return judgement, judgement.reason


def _judged(store: Store) -> Iterator[tuple[str, tuple[Sample, JudgedRecord]]]:
    """Yield each judged solution once, by the key of its first sample."""
    seen: set[str] = set()
    for item in store.items(ANSWER_STEP):
        if item.state is not State.DONE:
            continue
        sample = store.decoded(ANSWER_STEP, item.item, item.data, Sample)
        kept = store.done(JUDGE_STEP, sample.judge_key)
        if kept and sample.judge_key not in seen:
            seen.add(sample.judge_key)
            yield item.item, (sample, store.decoded(JUDGE_STEP, sample.judge_key, kept, JudgedRecord))


class Rejudgement(msgspec.Struct, frozen=True, kw_only=True):
    """A stored judgement and a new one."""

    kept: SolutionJudgement | None
    """Judgement stored in the job; None if it has none."""
    now: SolutionJudgement | None
    """New judgement; None if it could not be judged."""
    why: str
    """Reason of the new judgement, or why there is none."""

    @property
    def differs(self) -> bool:
        """Whether the verdicts differ."""
        return self.now is not None and (self.kept is None or self.kept.verdict is not self.now.verdict)


async def rejudge_one(folder: Path, problem: str, sample: int, turn: int, sandbox: str = "") -> Rejudgement:
    """Judge one answer as the job would. `sandbox` has the syntax of $BENCHWRIGHT_SANDBOX."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        found = load_problems(folder, settings.benchmark)[problem]
        data = job.store.done(ANSWER_STEP, sample_key(problem, sample, turn))
        if data is None:
            raise UsageError(
                f"no answer {sample}, turn {turn}, to {problem}", "list them with `benchwright show JOB PROBLEM`"
            )
        answer = job.store.decoded(ANSWER_STEP, sample_key(problem, sample, turn), data, Sample)
        kept = job.store.done(JUDGE_STEP, answer.judge_key)
        judged = job.store.decoded(JUDGE_STEP, answer.judge_key, kept, JudgedRecord) if kept else None
    with contextlib.closing(PlanCache()) as plans:
        async with open_sandbox(sandbox) as opened:
            now, why = await judge_here(opened, found, settings, plans, answer)
    return Rejudgement(kept=judged.judgement if judged else None, now=now, why=why)
