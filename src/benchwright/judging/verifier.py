"""What judges answers to a task, as data in its row, and the judging by that data alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.extract.answer import understand
from benchwright.judging.solution import PlanCache, ProblemPlan, SolutionJudgement, judge_solution, plan_with
from benchwright.judging.tests import fits
from benchwright.languages import find_language
from benchwright.problems import Case, Checker, Problem
from benchwright.sandbox import Limits, Sandbox
from benchwright.sandbox.remote import open_sandbox

VERIFIER_SCHEMA = 1


class Verifier(msgspec.Struct, frozen=True, kw_only=True):
    """The judge's question, without the answer."""

    kind: Literal["benchwright"] = "benchwright"
    """Who judges."""
    language: str
    """Language id."""
    tests: Mapping[str, str] = {}
    """Name of a test set → its text."""
    cases: Mapping[str, tuple[Case, ...]] = {}
    """Name of a test set → inputs and outputs."""
    checker: Checker = Checker()
    """How outputs are compared, where there are cases."""
    environment: str | None = None
    """Named set of installed packages to run with."""
    prefix: str = ""
    """Code that stands before what is asked for."""
    suffix: str = ""
    """Code that follows it."""
    entry_point: str = ""
    """Name of what the tests call, where it is known."""
    reference: str = ""
    """The canonical solution: what a plan is made from where there is none, and what must pass."""
    plan: ProblemPlan | None = None
    """What is known about the tests from running the reference; null where nobody looked yet."""
    digest: str
    """Of reference and tests, as in the lineage: a row that was changed is refused."""
    limits: Mapping[str, int | float]
    """What the language allowed a run when the row was made; for the reader: a judge takes those of its release."""
    schema: int = VERIFIER_SCHEMA
    """Version of this record."""

    def problem(self, name: str = "") -> Problem:
        """The problem that it judges by."""
        return Problem(
            id=name,
            language=self.language,
            question="",
            canonical_solution=self.reference,
            tests=self.tests,
            cases=self.cases,
            checker=self.checker,
            environment=self.environment,
            prefix=self.prefix,
            suffix=self.suffix,
            entry_point=self.entry_point,
        )


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    problem: str
    verifier: dict[str, Any]


def verifier_of(problem: Problem, plan: ProblemPlan | None) -> Verifier:
    """The verifier of a problem."""
    limits = msgspec.structs.replace(Limits(), **find_language(problem.language).limits)
    return Verifier(
        language=problem.language,
        tests=problem.tests,
        cases=problem.cases,
        checker=problem.checker,
        environment=problem.environment,
        prefix=problem.prefix,
        suffix=problem.suffix,
        entry_point=problem.entry_point,
        reference=problem.canonical_solution,
        plan=plan,
        digest=problem.digest,
        limits=msgspec.to_builtins(limits),
    )


def verify(row: Mapping[str, Any], answer: str, *, finish_reason: str = "", canary: bool = True) -> SolutionJudgement:
    """The verdict of a model's raw answer to the task of an rl row, in a sandbox of its own. Who asks often keeps one
    open and awaits `judge_answer`."""

    async def once() -> SolutionJudgement:
        async with open_sandbox() as sandbox:
            return await judge_answer(sandbox, row, answer, finish_reason=finish_reason, canary=canary)

    return asyncio.run(once())


async def judge_answer(
    sandbox: Sandbox, row: Mapping[str, Any], answer: str, *, finish_reason: str = "", canary: bool = True
) -> SolutionJudgement:
    """The same in a sandbox that is open. A failure of ours is raised as SandboxError: it is nobody's reward."""
    verifier, problem = _read(row)
    plan = verifier.plan
    if plan is None or _is_of_another_release(plan, problem):
        with contextlib.closing(PlanCache()) as cache:
            plan = await plan_with(cache, sandbox, problem)
    if plan.defect:
        raise UsageError(f"{problem.id} can judge nobody: {plan.defect}", "leave the task out")
    code = understand(problem, answer, "answer", finish_reason).code
    return await judge_solution(sandbox, problem, plan, code, canary=canary)


def _is_of_another_release(plan: ProblemPlan, problem: Problem) -> bool:
    language = find_language(problem.language)
    soft = [(problem.tests.get(name, ""), each.soft) for name, each in plan.plans.items() if each.soft is not None]
    return not all(fits(language, tests, each) for tests, each in soft)


def read_verifier(verifier: Mapping[str, Any], name: str) -> Verifier:
    """The verifier of an exported row, if it is whole and unchanged."""
    try:
        read = msgspec.convert(dict(verifier), Verifier)
    except msgspec.ValidationError as error:
        raise UsageError(f"this is no row of `benchwright export rl`: {error}", "give one of its rows whole") from None
    if read.schema != VERIFIER_SCHEMA:
        raise UsageError(f"the row has version {read.schema}, not {VERIFIER_SCHEMA}", "export the tasks again")
    if read.problem(name).digest != read.digest:
        raise UsageError(f"{name}: reference or tests are not those of the digest", "the row was changed")
    return read


def _read(row: Mapping[str, Any]) -> tuple[Verifier, Problem]:
    try:
        read = msgspec.convert(dict(row), _Row)
    except msgspec.ValidationError as error:
        raise UsageError(f"this is no row of `benchwright export rl`: {error}", "give one of its rows whole") from None
    verifier = read_verifier(read.verifier, read.problem)
    return verifier, verifier.problem(read.problem)
