"""The client for code with an event loop. The one without is made of it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence

import msgspec

from benchwright.client.batch import BATCH_PATH, BatchBody, BatchLine
from benchwright.client.records import Health, ServedLanguage
from benchwright.errors import SandboxError
from benchwright.judge import Judgement, Question, judge_tests
from benchwright.judge.solution import ProblemPlan, SolutionJudgement, judge_solution, plan_problem
from benchwright.problems import Problem
from benchwright.sandbox.failure import failure_of
from benchwright.sandbox.plan import longest_wall_s
from benchwright.sandbox.protocol import Execution, Program
from benchwright.sandbox.remote import RemoteSandbox

_BATCH_ATTEMPTS = 3


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
        went wrong. What a broken connection or a full service left out is asked for again."""
        left = dict(enumerate(programs))
        failed: dict[int, BatchLine] = {}
        for attempt in range(_BATCH_ATTEMPTS):
            last = attempt == _BATCH_ATTEMPTS - 1
            with contextlib.nullcontext() if last else contextlib.suppress(SandboxError):
                async for line in self._lines(left):
                    if isinstance(line.error, SandboxError):
                        failed[line.index] = line
                    else:
                        del left[line.index]
                        yield line
            if not left:
                return
        for index in left:
            yield failed.get(index) or _lost(index)

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

    async def _lines(self, programs: dict[int, Program]) -> AsyncIterator[BatchLine]:
        """One request; the indices are those of the whole batch."""
        indices = list(programs)
        work_s = sum(longest_wall_s(program) for program in programs.values())
        body = msgspec.json.encode(BatchBody(programs=tuple(programs.values())))
        async for data in self._transport.lines(BATCH_PATH, body, work_s=work_s):
            line = _read(data, len(indices))
            yield msgspec.structs.replace(line, index=indices[line.index])


def _read(data: bytes, count: int) -> BatchLine:
    try:
        line = msgspec.json.decode(data, type=BatchLine)
    except msgspec.DecodeError as error:
        raise SandboxError(f"the service sent no line of a batch: {error}", "is it of another version?") from error
    if not 0 <= line.index < count:
        raise SandboxError(f"the service sent a line for program {line.index} of {count}", "is it of another version?")
    return line


def _lost(index: int) -> BatchLine:
    error = SandboxError("the service sent no result for this program", "ask again")
    return BatchLine(index=index, failure=failure_of(error))
