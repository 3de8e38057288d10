"""All that the sources have about one problem, one problem at a time: samples of a problem are held, never all."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Sequence

import msgspec

from benchwright.evaluate.outcomes import Result, results, stored_tasks
from benchwright.evaluate.sample import Sample, sample_key
from benchwright.evaluate.training.lineage import Lineage, without_folders
from benchwright.evaluate.training.sources import TrainingSource
from benchwright.evaluate.training.tally import Tally
from benchwright.judge.solution import ProblemPlan, SolutionJudgement
from benchwright.problems import Problem


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """A sample that was judged."""

    source: TrainingSource
    """The job that has it."""
    sample: Sample
    """The answer."""
    judgement: SolutionJudgement
    """What it earned."""
    before: tuple[tuple[Sample, SolutionJudgement], ...] = ()
    """The turns before it, which failed."""

    def lineage(self, problem: Problem) -> Lineage:
        """Where it comes from."""
        settings = self.source.settings
        return msgspec.structs.replace(
            self.source.lineage(problem),
            model=self.source.model,
            endpoint_model=without_folders(self.sample.model),
            asked=settings.prompt if settings else "",
            sample=self.sample.sample,
            turn=self.sample.turn,
            verdict=self.judgement.verdict.value,
            canary=settings.canary if settings else None,
            toolchain=self.judgement.toolchain,
        )


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A problem with its judged samples, from all sources that have it."""

    problem: Problem
    """The problem."""
    sources: tuple[TrainingSource, ...]
    """Those that have it, in the order given."""
    attempts: tuple[Attempt, ...] = ()
    """In an order that is always the same: by sample, turn and source."""

    @property
    def defect(self) -> str:
        """`defect` or `unscored` if the problem could judge nobody; empty if it could, or nobody tried."""
        found = (source.defects[self.problem.id][0] for source in self.sources if self.problem.id in source.defects)
        return next(found, "")

    @property
    def plan(self) -> ProblemPlan | None:
        """What is known about the problem's tests; None where nobody looked."""
        return next((plan for source in self.sources if (plan := source.plan(self.problem))), None)

    def lineage(self, plan: ProblemPlan | None) -> Lineage:
        """Where the problem comes from, and what its reference was run with."""
        toolchains = [each.toolchain for each in plan.plans.values()] if plan else []
        made = self.sources[0].lineage(self.problem)
        return msgspec.structs.replace(made, toolchain=toolchains[0] if toolchains else "")

    @property
    def unanswered(self) -> bool:
        """Whether it was asked, but has no sample that was judged."""
        return not self.attempts and any(source.store for source in self.sources)


_Found = tuple[bytes, TrainingSource, str, Result | None]
"""What it is sorted by, whose it is, the problem's id, and a sample; None is the problem itself."""


def groups(sources: Sequence[TrainingSource], tally: Tally, *, samples: bool) -> Iterator[Group]:
    """Every problem, by id; with `samples` also what was judged. Equal ids with different problems are apart."""
    streams = [stream for source in sources for stream in _streams(source, samples)]
    merged = heapq.merge(*streams, key=lambda found: found[0])
    for _, same_id in itertools.groupby(merged, key=lambda found: found[2]):
        apart: dict[tuple[str, ...], list[_Found]] = {}
        for found in same_id:
            apart.setdefault(_identity(found[1].problems[found[2]]), []).append(found)
        for same in apart.values():
            having = tuple(source for _, source, _, result in same if result is None)
            problem = having[0].problems[same[0][2]]
            yield Group(problem=problem, sources=having, attempts=tuple(_attempts(same, tally)))


def _streams(source: TrainingSource, samples: bool) -> Iterator[Iterator[_Found]]:
    """In the order of the store, which is that of UTF-8 bytes."""
    yield ((_key(name), source, name, None) for name in sorted(source.problems, key=_key))
    if samples and source.store is not None:
        found = results(source.store, source.problems, stored_tasks(source.store))
        yield (
            (sample_key(each.outcome.problem, each.outcome.sample, each.outcome.turn).encode(), source, name, each)
            for each in found
            for name in (each.outcome.problem,)
        )


def _key(problem: str) -> bytes:
    """Just before the keys of the problem's samples."""
    return f"{problem}#".encode()


def _identity(problem: Problem) -> tuple[str, ...]:
    return problem.language, problem.question, problem.prefix, problem.suffix, problem.digest


def _attempts(found: Sequence[_Found], tally: Tally) -> Iterator[Attempt]:
    before: dict[tuple[int, int], list[tuple[Sample, SolutionJudgement]]] = {}
    for _, source, _, result in found:
        if result is None:
            continue
        if result.sample is None or result.judgement is None:
            tally.leave_out(result.outcome.state)
            continue
        turns = before.setdefault((id(source), result.sample.sample), [])
        yield Attempt(source=source, sample=result.sample, judgement=result.judgement, before=tuple(turns))
        turns.append((result.sample, result.judgement))
