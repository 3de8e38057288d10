"""The asynchronous client of a benchwright service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence

import msgspec

from benchwright.errors import BenchwrightError, SandboxBusy, SandboxError, SandboxUnavailable
from benchwright.judging import Judgement, Question, judge_tests
from benchwright.judging.solution import ProblemPlan, SolutionJudgement, judge_solution, plan_problem
from benchwright.problems import Problem
from benchwright.sandbox.json_records import Failure, error_of, failure_of
from benchwright.sandbox.plan import longest_wall_s
from benchwright.sandbox.protocol import Execution, Program
from benchwright.sandbox.remote import RemoteSandbox


class ServedLanguage(msgspec.Struct, frozen=True, kw_only=True):
    """A language whose toolchain is there."""

    id: str
    """The name used everywhere."""
    name: str
    """The name for people."""
    toolchain: str
    """Name and version."""
    aliases: tuple[str, ...]
    """Further names by which it can be asked for."""
    source: str
    """File name of the main source."""
    builds: bool
    """Whether programs are built before they run."""
    tests: bool
    """Whether solutions can be judged by tests; by cases they always can."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the service takes work now."""

    ready: bool
    """Whether it does."""
    why: str = ""
    """What it says where it does not."""


BATCH_PATH = "/v1/sandbox/batch"


class BatchBody(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent."""

    programs: tuple[Program, ...]
    """All of them."""


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one of them."""

    index: int
    """Its place in the batch, from 0."""
    execution: Execution | None = None
    """What happened; null where it could not be run."""
    failure: Failure | None = None
    """Why it could not."""

    @property
    def error(self) -> BenchwrightError | None:
        """The exception that running it alone would have raised."""
        return error_of(self.failure, 503) if self.failure else None


_ALL = -1
"""In place of a program's index: the request as a whole."""
_LOST = SandboxError("the service sent no result for this program", "ask again")


class AsyncClient:
    """Speaks to one service. Failures of the service are SandboxError, after some attempts; wrong use is UsageError."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        attempts: int = 5,
        patience_s: float = 300.0,
        concurrency: int = 64,
    ) -> None:
        """`token`: by default $BENCHWRIGHT_TOKEN. `attempts`: requests before a failing service is given up.
        `patience_s`: how long one without room is asked again. `concurrency`: requests at once."""
        self.sandbox = RemoteSandbox(
            url, token=token, attempts=attempts, patience_s=patience_s, concurrency=concurrency
        )
        """The service as a sandbox: whatever takes one can use it."""
        self._transport = self.sandbox.transport

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def execute(self, program: Program) -> Execution:
        """Run one program to its end."""
        return await self.sandbox.run(program)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several, each in a request of its own, and give (index, Execution) in order of completion. The first
        failure ends all."""
        return self.sandbox.run_many(programs)

    async def batch(self, programs: Sequence[Program]) -> AsyncIterator[BatchLine]:
        """Run several in one request. A line is given for each, in order of completion, with the Execution or with what
        went wrong. What a broken connection or a full service left out is asked for again, with the same patience as a
        single program; it begins anew whenever a program came to its end."""
        left = dict(enumerate(programs))
        errors: dict[int, SandboxError] = {}
        patience = self._transport.patience()
        while left:
            errors.clear()
            before = len(left)
            async for line in self._once(left, errors):
                yield line
            if len(left) < before:
                patience = self._transport.patience()
            if left and not await patience.wait(busy=_are_busy(errors), wait_s=_wait_s(errors)):
                break
        if left and _ALL in errors:
            raise errors[_ALL]
        for index in left:
            yield BatchLine(index=index, failure=failure_of(errors.get(index, _LOST)))

    async def judge(self, question: Question, solution: str, *, canary: bool = False) -> Judgement:
        """The verdict of a solution by tests. The tests are put together and the verdict is made here; what is
        untrusted runs there."""
        return await judge_tests(self.sandbox, question, solution, canary=canary)

    async def judge_problem(
        self, problem: Problem, solution: str, *, plan: ProblemPlan | None = None, canary: bool = False
    ) -> SolutionJudgement:
        """The verdict of a solution by all test sets of a problem, whose plan is made from its reference if not
        given."""
        plan = plan or await plan_problem(self.sandbox, problem)
        return await judge_solution(self.sandbox, problem, plan, solution, canary=canary)

    async def languages(self) -> tuple[ServedLanguage, ...]:
        """The languages that the service can run."""
        body = await self._transport.send("GET", "/v1/languages")
        try:
            return msgspec.json.decode(body, type=tuple[ServedLanguage, ...])
        except msgspec.DecodeError as error:
            raise SandboxError(f"the service sent no languages: {error}", "is it of another version?") from error

    async def health(self) -> Health:
        """Whether the service takes work now; asked once."""
        try:
            await self._transport.send("GET", "/v1/health/ready", attempts=1)
        except SandboxError as error:
            return Health(ready=False, why=str(error))
        return Health(ready=True)

    async def aclose(self) -> None:
        """End what is under way, and close the connections."""
        await self.sandbox.aclose()

    async def _once(self, left: dict[int, Program], errors: dict[int, SandboxError]) -> AsyncIterator[BatchLine]:
        """One request for what is left. Lines that stand are given, the errors of the others are noted."""
        try:
            async for line in self._lines(left):
                if isinstance(line.error, SandboxError) and not isinstance(line.error, SandboxUnavailable):
                    errors[line.index] = line.error
                elif left.pop(line.index, None) is not None:
                    yield line
        except SandboxUnavailable:
            raise
        except SandboxError as error:
            errors[_ALL] = error

    async def _lines(self, programs: dict[int, Program]) -> AsyncIterator[BatchLine]:
        """One request; the indices are those of the whole batch."""
        indices = list(programs)
        work_s = sum(longest_wall_s(program) for program in programs.values())
        body = msgspec.json.encode(BatchBody(programs=tuple(programs.values())))
        async for data in self._transport.lines(BATCH_PATH, body, work_s=work_s):
            line = _read(data, len(indices))
            yield msgspec.structs.replace(line, index=indices[line.index])


def _are_busy(errors: Mapping[int, SandboxError]) -> bool:
    """Whether nothing but room was missing."""
    return bool(errors) and all(isinstance(error, SandboxBusy) for error in errors.values())


def _wait_s(errors: Mapping[int, SandboxError]) -> float:
    """How long the service said to wait."""
    return max((error.wait_s for error in errors.values() if isinstance(error, SandboxBusy)), default=0.0)


def _read(data: bytes, count: int) -> BatchLine:
    try:
        line = msgspec.json.decode(data, type=BatchLine)
    except msgspec.DecodeError as error:
        raise SandboxError(f"the service sent no line of a batch: {error}", "is it of another version?") from error
    if not 0 <= line.index < count:
        raise SandboxError(f"the service sent a line for program {line.index} of {count}", "is it of another version?")
    return line
