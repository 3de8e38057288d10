"""The verifier of an RL task: all the data needed to judge answers to it, stored in the task's row."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.extract.answer import extract_answer
from benchwright.judging.solution import PlanCache, ProblemPlan, SolutionJudgement, judge_solution, plan_with
from benchwright.judging.tests import fits
from benchwright.languages import find_language
from benchwright.problems import Case, Checker, Problem
from benchwright.sandbox import Limits, Sandbox
from benchwright.sandbox.remote import open_sandbox

VERIFIER_SCHEMA = 1


class Verifier(msgspec.Struct, frozen=True, kw_only=True):
    """Everything needed to judge answers to a task, except the answer."""

    kind: Literal["benchwright"] = "benchwright"
    """Name of the judge; always `benchwright`."""
    language: str
    """Language id of the task."""
    tests: Mapping[str, str] = {}
    """Test set → source text of its tests."""
    cases: Mapping[str, tuple[Case, ...]] = {}
    """Test set → its inputs and expected outputs."""
    checker: Checker = Checker()
    """How outputs are compared, if there are cases."""
    environment: str | None = None
    """Name of the package environment to run in; `none` for no packages. None: chosen by what the program imports."""
    prefix: str = ""
    """Code that precedes the part to write."""
    suffix: str = ""
    """Code that follows the part to write."""
    entry_point: str = ""
    """Name of the function the tests call; empty if unknown."""
    reference: str = ""
    """The reference. It must pass, and a plan is made from it if there is none."""
    plan: ProblemPlan | None = None
    """What running the reference revealed about the tests; null if that was not done."""
    digest: str
    """Digest of reference and tests, as in the lineage: a row that was changed is rejected."""
    limits: Mapping[str, int | float]
    """Limits of the language when the row was made. Informational: a judge uses the limits of its own release."""
    schema: int = VERIFIER_SCHEMA
    """Schema version of this record."""

    def problem(self, name: str = "") -> Problem:
        """Return the problem that this verifier judges by."""
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
    """Create the verifier of a problem."""
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
    """Judge a model's raw answer to the task of an rl row, in a new sandbox. To judge many answers, keep a sandbox open
    and await `judge_answer`."""

    async def once() -> SolutionJudgement:
        async with open_sandbox() as sandbox:
            return await judge_answer(sandbox, row, answer, finish_reason=finish_reason, canary=canary)

    return asyncio.run(once())


async def judge_answer(
    sandbox: Sandbox, row: Mapping[str, Any], answer: str, *, finish_reason: str = "", canary: bool = True
) -> SolutionJudgement:
    """Judge an answer in an open sandbox. benchwright's own failures are raised as SandboxError and must not become a
    reward."""
    verifier, problem = _read(row)
    plan = verifier.plan
    if plan is None or _is_of_another_release(plan, problem):
        with contextlib.closing(PlanCache()) as cache:
            plan = await plan_with(cache, sandbox, problem)
    if plan.defect:
        raise UsageError(f"{problem.id} cannot judge solutions: {plan.defect}", "drop the task")
    code = extract_answer(problem, answer, "answer", finish_reason).code
    return await judge_solution(sandbox, problem, plan, code, canary=canary)


def _is_of_another_release(plan: ProblemPlan, problem: Problem) -> bool:
    language = find_language(problem.language)
    soft = [(problem.tests.get(name, ""), each.soft) for name, each in plan.plans.items() if each.soft is not None]
    return not all(fits(language, tests, each) for tests, each in soft)


def read_verifier(verifier: Mapping[str, Any], name: str) -> Verifier:
    """Read the verifier of an exported row, and check that it is complete and unchanged."""
    try:
        read = msgspec.convert(dict(verifier), Verifier)
    except msgspec.ValidationError as error:
        raise UsageError(f"not a row of `benchwright export rl`: {error}", "pass a complete row") from None
    if read.schema != VERIFIER_SCHEMA:
        raise UsageError(f"the row has schema version {read.schema}, not {VERIFIER_SCHEMA}", "re-export the tasks")
    if read.problem(name).digest != read.digest:
        raise UsageError(f"{name}: reference or tests do not match the digest", "the row was changed; re-export it")
    return read


def _read(row: Mapping[str, Any]) -> tuple[Verifier, Problem]:
    try:
        read = msgspec.convert(dict(row), _Row)
    except msgspec.ValidationError as error:
        raise UsageError(f"not a row of `benchwright export rl`: {error}", "pass a complete row") from None
    verifier = read_verifier(read.verifier, read.problem)
    return verifier, verifier.problem(read.problem)
