"""Judge a program by what it prints: one build, one run per case, and a checker that compares the output."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from benchwright.errors import CheckerFailed, UsageError
from benchwright.judging.verdict import Judgement, TestResult, Verdict, build_fault, ending, limit_fault
from benchwright.languages import Language, find_language
from benchwright.problems import Case, Checker
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import KIB, MIB, Execution, Limits, Program, Run, Sandbox, Stage, Stream

_INTEGER = re.compile(rb"([+-]?)0*(\d+)")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,6})?")
_NAN = re.compile(rb"[+-]?nan", re.IGNORECASE)
_INFINITY = re.compile(rb"([+-]?)inf(?:inity)?", re.IGNORECASE)
_SHOWN = 60
_MOST_DIGITS = 10_000
"""Limit for numbers that are not integers; no real output has more digits."""


def difference(checker: Checker, expected: bytes, actual: bytes) -> str:
    """Describe the first difference for people; empty if the output is accepted. Not for checking programs."""
    if expected == actual:
        return ""
    match checker.kind:
        case "exact":
            return _bytes(expected, actual)
        case "lines":
            return _sequence("line", _lines(expected), _lines(actual), None)
        case "tokens":
            return _sequence("word", expected.split(), actual.split(), None)
        case "floats":
            return _sequence("word", expected.split(), actual.split(), checker.tolerance)
        case _:
            raise ValueError(f"unknown checker kind {checker.kind!r}")


def same_number(expected: bytes, actual: bytes, tolerance: float) -> bool:
    """Whether two words are numbers within the tolerance.

    Two integers must be equal, and infinities must have the same sign. NaN matches only NaN.
    """
    if _NAN.fullmatch(expected) or _NAN.fullmatch(actual):
        return bool(_NAN.fullmatch(expected) and _NAN.fullmatch(actual))
    infinities = _INFINITY.fullmatch(expected), _INFINITY.fullmatch(actual)
    if infinities[0] or infinities[1]:
        return bool(infinities[0] and infinities[1] and (infinities[0][1] == b"-") == (infinities[1][1] == b"-"))
    integers = _INTEGER.fullmatch(expected), _INTEGER.fullmatch(actual)
    if integers[0] and integers[1]:
        return _plain(integers[0]) == _plain(integers[1])
    if (
        not (_NUMBER.fullmatch(expected) and _NUMBER.fullmatch(actual))
        or max(len(expected), len(actual)) > _MOST_DIGITS
    ):
        return False
    if Decimal(expected.decode()) == Decimal(actual.decode()):
        return True
    wanted, given = float(expected), float(actual)
    if math.isinf(wanted) or math.isinf(given):  # too large to compute a difference
        return False
    return abs(wanted - given) <= tolerance * max(1.0, abs(wanted))


def _plain(integer: re.Match[bytes]) -> tuple[bool, bytes]:
    return integer[1] == b"-" and integer[2] != b"0", integer[2]


def _lines(text: bytes) -> list[bytes]:
    """Split into lines without trailing spaces and without empty lines at the end."""
    lines = [line.rstrip() for line in text.split(b"\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _sequence(unit: str, expected: list[bytes], actual: list[bytes], tolerance: float | None) -> str:
    for number, (wanted, given) in enumerate(zip(expected, actual, strict=False), start=1):
        if wanted != given and (tolerance is None or not same_number(wanted, given, tolerance)):
            return f"{unit} {number}: expected {_shown(wanted)}, got {_shown(given)}"
    if len(expected) == len(actual):
        return ""
    more = f"then {_shown(actual[len(expected)])}" if len(actual) > len(expected) else "then no more"
    return f"expected {len(expected)} {unit}s, got {len(actual)}: {more}"


def _bytes(expected: bytes, actual: bytes) -> str:
    shared = next(
        (index for index, pair in enumerate(zip(expected, actual, strict=False)) if pair[0] != pair[1]),
        min(len(expected), len(actual)),
    )
    return f"byte {shared + 1}: expected {_shown(expected[shared:])}, got {_shown(actual[shared:])}"


def _shown(text: bytes) -> str:
    if not text:
        return "nothing"
    return repr(text[:_SHOWN].decode(errors="replace")) + ("…" if len(text) > _SHOWN else "")


_LONGEST_LINE = 500


async def accepts(sandbox: Sandbox, checker: Checker, case: Case, actual: bytes) -> bool:
    """Ask the checking program: exit status 0 accepts, 1 rejects. Any other status is its own failure."""
    language = find_language(checker.language)
    files = {"input": encoded(case.stdin), "expected": encoded(case.stdout), "actual": actual}
    files[language.mode("").source] = encoded(checker.source)
    execution = await run_with_retries(sandbox, Program(language=language.id, files=files))
    last = execution.stages[-1]
    if last.name == "run" and not limit_fault(last) and last.exit_code in (0, 1):
        return last.exit_code == 0
    why = build_fault(last) if last.name == "build" else (limit_fault(last) or ("", ending(last)))[1]
    raise CheckerFailed(
        f"the problem's checking program failed during its {last.name} ({why}): {last_line(last.stderr.data)}",
        "make it exit with status 0 (accept) or 1 (reject)",
    )


def last_line(output: bytes) -> str:
    """Return the last line, where most runtimes name the error."""
    lines = _printed_lines(output)
    return lines[-1] if lines else ""


def first_line(stage: Stage) -> str:
    """Return the first line of output, where most compilers name the error."""
    lines = _printed_lines(stage.stderr.data) or _printed_lines(stage.stdout.data)
    return lines[0] if lines else ""


def _printed_lines(output: bytes) -> list[str]:
    return [line.strip()[:_LONGEST_LINE] for line in output.decode(errors="replace").splitlines() if line.strip()]


def encoded(text: str) -> bytes:
    """Encode text; lone surrogates, which are not valid text, are kept."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


_MOST_RUNS = 50
"""Maximum number of runs per Program."""
_MOST_BYTES = 64 * MIB
"""Maximum size of the input and kept output of one Program."""
_GROWTH = 4
"""With early stop, each Program has this many times the runs of the previous one: few runs are wasted, and few builds
needed."""
_EVIDENCE_BYTES = 64 * KIB
"""How much of each output a Judgement keeps."""


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
    """Judge a program by its output; the first case that fails decides.

    With `early_stop`, later cases may be skipped; the verdict is the same. benchwright's own failures, and those of a
    checking program, are raised and never become a verdict.
    """
    language = find_language(language) if isinstance(language, str) else language
    if not cases:
        raise UsageError("the problem has no cases to judge by", "add at least one case")
    judging = _Judging(sandbox, language, solution, checker, limits, environment)
    for chunk in _chunks(cases, early_stop):
        await judging.run(chunk)
        if judging.build_failed or (early_stop and judging.failed):
            break
    return judging.judgement(len(cases))


class _Judging:
    """Runs one solution and collects the results."""

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
        """Verdict, reason and message of the first failed case."""

    @property
    def build_failed(self) -> bool:
        """Whether the build failed, so that nothing could run."""
        build = self.executions[-1].build
        return build is not None and not build.succeeded

    async def run(self, cases: Sequence[Case]) -> None:
        """Run more cases and compare their output."""
        runs = tuple(Run(stdin=encoded(case.stdin), args=case.args) for case in cases)
        keep_bytes = max(_kept(case) for case in cases)
        execution = await run_with_retries(
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
        """Combine the results into one judgement; cases that were not run count as skipped."""
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
        """Return the verdict of a failed case, checked in decision order; None if the case passed."""
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
        return "" if await accepts(self.sandbox, self.checker, case, actual) else "rejected by the checking program"

    def _note(self, fault: tuple[Verdict, str, str] | None) -> None:
        name = _name(len(self.results) + 1)
        if fault is None:
            self.results.append(TestResult(name=name, status="passed"))
            return
        verdict, reason, message = fault
        self.results.append(TestResult(name=name, status="failed", message=message or reason))
        self.failed = self.failed or (verdict, reason or name, message)


def _chunks(cases: Sequence[Case], early_stop: bool) -> Iterator[Sequence[Case]]:
    """Split the cases so that no Program becomes too large."""
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
    """How much output to keep: enough that correct output is never cut, even if formatted more verbosely."""
    return 4 * len(encoded(case.stdout)) + MIB


def _merged(executions: Sequence[Execution]) -> Execution:
    """Merge all executions into one; of several builds keep the last, which is the failed one if any failed."""
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
