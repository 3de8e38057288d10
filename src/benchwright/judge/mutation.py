"""Measures tests by the mutants that they kill: a mutant that passes is a fault that the tests would not notice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.judge.calibrate import describe
from benchwright.judge.mutants import Mutant
from benchwright.judge.question import Question
from benchwright.judge.tests import judge_tests
from benchwright.judge.verdict import Judgement, Verdict
from benchwright.languages import find_language
from benchwright.languages.join import join
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import Limits, Sandbox

_AT_ONCE = 4
_SLOWER = 10
"""A mutant may take so many times as long as the reference. Beyond that it has probably no end."""
_LEAST_CPU_S = 2.0
_LEAST_WALL_S = 10.0
"""On the clock there is more room: a busy machine must kill no mutant."""


Fate = Literal["killed", "survived", "invalid"]


class MutationScore(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the mutants."""

    tried: int
    """How many were judged; those that are no programs do not count."""
    killed: int
    """How many of these failed."""
    invalid: int
    """How many did not compile or parse."""
    survivors: tuple[Mutant, ...] = ()
    """Those that passed, in the order in which they were given."""
    fates: tuple[Fate, ...] = ()
    """Of each mutant in that order."""

    @property
    def share(self) -> float | None:
        """Of those tried, how many were killed; None where none was tried."""
        return self.killed / self.tried if self.tried else None


async def measure_mutation(
    sandbox: Sandbox, question: Question, solution: str, mutants: Sequence[Mutant]
) -> MutationScore:
    """Judge every mutant by the question's tests. The solution itself must pass; its time bounds theirs where the
    question has no limits of its own. Failures of the sandbox are raised and count for nothing."""
    if not mutants:
        return MutationScore(tried=0, killed=0, invalid=0)
    reference = await judge_tests(sandbox, question, solution)
    if not reference.passed:
        message = f"mutants of a solution that fails say nothing about its tests: {describe(reference)}"
        raise UsageError(message, "give a solution that passes them")
    if question.limits is None:
        question = msgspec.structs.replace(question, limits=_limits(question, solution, reference))

    async def verdict_of(mutant: Mutant) -> Verdict:
        return (await judge_tests(sandbox, question, mutant.text)).verdict

    verdicts: dict[int, Verdict] = {}
    async for index, verdict in as_completed(verdict_of, mutants, _AT_ONCE):
        verdicts[index] = verdict
    return _score(mutants, [verdicts[index] for index in range(len(mutants))])


def proposed_mutants(texts: Sequence[str]) -> list[Mutant]:
    """Wrong solutions that somebody else wrote, such as a model, as mutants."""
    return [Mutant(operator="proposed", line=1, before="", after="", text=text) for text in texts]


def _limits(question: Question, solution: str, reference: Judgement) -> Limits:
    language = find_language(question.language)
    usual = default_limits(language, language.mode(join(language, solution, question.tests).mode))
    stage = reference.execution.runs[0]
    return msgspec.structs.replace(
        usual,
        cpu_s=min(usual.cpu_s, max(_LEAST_CPU_S, _SLOWER * stage.cpu_s)),
        wall_s=min(usual.wall_s, max(_LEAST_WALL_S, _SLOWER * stage.wall_s)),
    )


def _score(mutants: Sequence[Mutant], verdicts: Sequence[Verdict]) -> MutationScore:
    fates = tuple(map(_fate, verdicts))
    return MutationScore(
        tried=len(fates) - fates.count("invalid"),
        killed=fates.count("killed"),
        invalid=fates.count("invalid"),
        survivors=tuple(mutant for mutant, fate in zip(mutants, fates, strict=True) if fate == "survived"),
        fates=fates,
    )


def _fate(verdict: Verdict) -> Fate:
    if verdict is Verdict.PASSED:
        return "survived"
    return "invalid" if verdict is Verdict.COMPILE_ERROR else "killed"
