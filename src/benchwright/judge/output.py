"""Judges a program by what it prints: one build, a run for each case, and a checker that compares.

There is no proof and no canary: the expected output is not in the program's reach, and `exit()` is legitimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from benchwright.errors import UsageError
from benchwright.judge.checker import accepts, encoded, first_line, last_line, run_patiently
from benchwright.judge.compare import difference
from benchwright.judge.ending import build_fault, ending, limit_fault
from benchwright.judge.verdict import Judgement, TestResult, Verdict
from benchwright.languages import Language, find_language
from benchwright.problems import Case, Checker
from benchwright.sandbox.protocol import KIB, MIB, Execution, Limits, Program, Run, Sandbox, Stage, Stream

_MOST_RUNS = 50
"""Of one Program."""
_MOST_BYTES = 64 * MIB
"""Of input and kept output of one Program."""
_GROWTH = 4
"""With early stop, each Program has so many times the runs of the one before: few are in vain, few builds are made."""
_EVIDENCE_BYTES = 64 * KIB
"""What a Judgement keeps of each output."""


async def judge_output(
    sandbox: Sandbox,
    language: str | Language,
    solution: str,
    cases: Sequence[Case],
    checker: Checker,
    *,
    limits: Limits | None = None,
    environment: str | None = None,
    early_stop: bool = False,
) -> Judgement:
    """The verdict of a program: the first case that it fails decides. With `early_stop` later cases may be skipped; the
    verdict is the same. Our own failures, and those of a checking program, are raised: they are nobody's verdict."""
    language = find_language(language) if isinstance(language, str) else language
    if not cases:
        raise UsageError("there are no cases to judge by", "a problem needs at least one")
    judging = _Judging(sandbox, language, solution, checker, limits, environment)
    for chunk in _chunks(cases, early_stop):
        await judging.run(chunk)
        if judging.build_failed or (early_stop and judging.failed):
            break
    return judging.judgement(len(cases))


class _Judging:
    """The runs of one solution so far."""

    def __init__(
        self,
        sandbox: Sandbox,
        language: Language,
        solution: str,
        checker: Checker,
        limits: Limits | None,
        environment: str | None,
    ) -> None:
        self.sandbox = sandbox
        self.checker = checker
        self.program = Program(
            language=language.id,
            files={language.mode("").source: encoded(solution)},
            limits=limits,
            environment=environment,
        )
        self.executions: list[Execution] = []
        self.results: list[TestResult] = []
        self.failed: tuple[Verdict, str, str] | None = None
        """Verdict, reason and message of the first case that failed."""

    @property
    def build_failed(self) -> bool:
        """Whether there was nothing to run."""
        build = self.executions[-1].build
        return build is not None and not build.succeeded

    async def run(self, cases: Sequence[Case]) -> None:
        """Run some more cases and compare."""
        runs = tuple(Run(stdin=encoded(case.stdin), args=case.args) for case in cases)
        keep_bytes = max(_kept(case) for case in cases)
        execution = await run_patiently(
            self.sandbox, msgspec.structs.replace(self.program, runs=runs, keep_bytes=keep_bytes)
        )
        self.executions.append(msgspec.structs.replace(execution, runs=tuple(map(_shortened, execution.runs))))
        if self.build_failed and execution.build is not None:
            self.failed = self.failed or (
                Verdict.COMPILE_ERROR,
                build_fault(execution.build),
                first_line(execution.build),
            )
            return
        for case, stage in zip(cases, execution.runs, strict=True):
            self._note(await self._fault(case, stage))

    def judgement(self, total: int) -> Judgement:
        """What it all amounts to; cases that were not run are skipped ones."""
        done = len(self.results)
        left = (TestResult(name=_name(number), status="skipped") for number in range(done + 1, total + 1))
        verdict, reason, message = self.failed or (Verdict.PASSED, "", "")
        return Judgement(
            verdict=verdict,
            reason=reason,
            judged=True,
            execution=_merged(self.executions),
            message=message,
            tests=(*self.results, *left),
        )

    async def _fault(self, case: Case, stage: Stage) -> tuple[Verdict, str, str] | None:
        """What a case earned, by the decision order; None where it passed."""
        if limit := limit_fault(stage):
            return (*limit, "")
        if stage.exit_code != 0:
            return Verdict.RUNTIME_ERROR, ending(stage), last_line(stage.stderr.data)
        if stage.stdout.cut:
            return Verdict.WRONG_ANSWER, "", f"printed {stage.stdout.length} bytes, far more than expected"
        message = await self._difference(case, stage.stdout.data)
        return (Verdict.WRONG_ANSWER, "", message) if message else None

    async def _difference(self, case: Case, actual: bytes) -> str:
        if self.checker.kind != "program":
            return difference(self.checker, encoded(case.stdout), actual)
        return "" if await accepts(self.sandbox, self.checker, case, actual) else "refused by the checking program"

    def _note(self, fault: tuple[Verdict, str, str] | None) -> None:
        name = _name(len(self.results) + 1)
        if fault is None:
            self.results.append(TestResult(name=name, status="passed"))
            return
        verdict, reason, message = fault
        self.results.append(TestResult(name=name, status="failed", message=message or reason))
        self.failed = self.failed or (verdict, reason or name, message)


def _chunks(cases: Sequence[Case], early_stop: bool) -> Iterator[Sequence[Case]]:
    """The cases in parts that make no Program too large."""
    start, most = 0, 1 if early_stop else _MOST_RUNS
    while start < len(cases):
        end, size = start, 0
        while end < min(start + most, len(cases)):
            size += len(cases[end].stdin) + _kept(cases[end])
            if size > _MOST_BYTES and end > start:
                break
            end += 1
        yield cases[start:end]
        start, most = end, min(most * _GROWTH, _MOST_RUNS)


def _kept(case: Case) -> int:
    """So much of the output that what is right cannot be cut, even written more at length."""
    return 4 * len(encoded(case.stdout)) + MIB


def _merged(executions: Sequence[Execution]) -> Execution:
    """One record of all; of several builds the last, which failed if any did."""
    runs = tuple(stage for execution in executions for stage in execution.runs)
    return msgspec.structs.replace(executions[-1], runs=runs)


def _shortened(stage: Stage) -> Stage:
    streams = {"stdout": _short(stage.stdout), "stderr": _short(stage.stderr)}
    return msgspec.structs.replace(stage, **streams)


def _short(stream: Stream) -> Stream:
    if len(stream.data) <= _EVIDENCE_BYTES:
        return stream
    half = _EVIDENCE_BYTES // 2
    return Stream(head=stream.data[:half], tail=stream.data[-half:], length=stream.length)


def _name(number: int) -> str:
    return f"case {number}"
