"""Verify that a problem's tests are sound, and that a program prints the same output every time."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.errors import SandboxError
from benchwright.generate.record import Dropped
from benchwright.judging.check import check_problem
from benchwright.judging.mutation import stub_for
from benchwright.judging.plan import TestPlan
from benchwright.judging.question import Question, circumstances
from benchwright.judging.tests import judge_often
from benchwright.judging.verdict import Judgement, describe
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox

_MOST_BYTES = 256 * 1024
"""Maximum bytes of output: tests cannot contain more."""


async def printed(sandbox: Sandbox, language: str, solution: str, program: str, runs: int) -> str:
    """Return everything the program prints. Dropped if it fails, prints nothing or too much, or prints different
    output."""
    question = Question(language=language, tests=program, fresh=True, keep_bytes=4 * _MOST_BYTES)
    under = circumstances(runs)
    judgements = await judge_often(sandbox, question, solution, under)
    texts = [_text(judgement) for judgement in judgements]
    for text, env in zip(texts, under, strict=True):
        if text != texts[0]:
            raise Dropped("unstable output", _difference(texts[0], text, env))
    return texts[0]


def _text(judgement: Judgement) -> str:
    if not judgement.passed:
        raise Dropped("inputs fail", describe(judgement))
    stream = judgement.execution.runs[-1].stdout
    if stream.cut or stream.length > _MOST_BYTES:
        raise Dropped("output too large", f"{stream.length} bytes")
    try:
        text = stream.data.decode()
    except UnicodeDecodeError:
        raise Dropped("output is not text", "it is not UTF-8") from None
    if not text.strip():
        raise Dropped("nothing printed", "the program succeeded but printed nothing")
    return text


def _difference(first: str, other: str, env: dict[str, str]) -> str:
    pairs = zip((*first.splitlines(), "(end)"), (*other.splitlines(), "(end)"), strict=False)
    before, after = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    changed = " ".join(f"{name}={value}" for name, value in env.items())
    return f"{before[:80]!r}, then {after[:80]!r} with {changed or 'nothing changed'}"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What running the reference has shown."""

    plans: Mapping[str, TestPlan]
    """Test set → its plan."""
    reruns: int
    """How often the reference passed each test set, each time in a fresh interpreter."""
    refused: tuple[str, ...]
    """What both test sets rejected: an empty solution, a stub."""


async def checked(sandbox: Sandbox, problem: Problem, reruns: int) -> Checked:
    """Verify the problem; Dropped with the reason if something is wrong."""
    # Calibration has seen the reference pass, and fail with altered values; what remains is to see it pass again.
    found = await check_problem(sandbox, problem, repeat=0)
    if found.unscored:
        raise SandboxError(found.unscored)
    for name, defect in found.defects.items():
        raise Dropped(defect.reason, f"{name} tests: {defect.detail}")
    for finding in found.findings:
        raise Dropped(f"{finding.what} passes", f"{finding.tests} tests: {finding.detail}")
    await _rerun(sandbox, problem, found.plans, reruns)
    return Checked(plans=found.plans, reruns=reruns, refused=_refused(problem))


async def _rerun(sandbox: Sandbox, problem: Problem, plans: Mapping[str, TestPlan], reruns: int) -> None:
    """Require the reference to pass in a fresh interpreter, whatever the time zone, the locale and the hash seed."""
    for name, plan in plans.items():
        question = Question(
            language=problem.language,
            tests=problem.tests[name],
            plan=plan,
            environment=problem.environment,
            fresh=True,
        )
        for judgement in await judge_often(sandbox, question, problem.canonical_solution, circumstances(reruns)):
            if not judgement.passed:
                raise Dropped("flaky", f"{name} tests: {describe(judgement)}")


def _refused(problem: Problem) -> tuple[str, ...]:
    return ("empty solution", "stub") if stub_for(problem) else ("empty solution",)
