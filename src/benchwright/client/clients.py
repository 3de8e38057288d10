"""The clients for a benchwright service: AsyncClient, and Client, which drives it from a background thread."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from benchwright.errors import BenchwrightError, SandboxBusy, SandboxError, SandboxUnavailable
from benchwright.judging import Judgement, Question, judge_tests
from benchwright.judging.solution import ProblemPlan, SolutionJudgement, judge_solution, plan_problem
from benchwright.problems import Problem
from benchwright.sandbox.concurrent import LoopThread
from benchwright.sandbox.json_records import Failure, error_of, failure_of
from benchwright.sandbox.plan import longest_wall_s
from benchwright.sandbox.protocol import Execution, Program
from benchwright.sandbox.remote import RemoteSandbox

P = ParamSpec("P")
T = TypeVar("T")


class ServedLanguage(msgspec.Struct, frozen=True, kw_only=True):
    """A language that the service has a toolchain for."""

    id: str
    """Id used in requests and records."""
    name: str
    """Display name, such as `C++`."""
    toolchain: str
    """Name and version of the toolchain."""
    aliases: tuple[str, ...]
    """Other names that requests may use."""
    source: str
    """File name of the main source file."""
    builds: bool
    """Whether programs are built before they run."""
    tests: bool
    """Whether solutions can be judged by tests. Judging by cases always works."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the service currently accepts work."""

    ready: bool
    """True if the service accepts work."""
    why: str = ""
    """Why the service is not ready. Empty if it is."""


BATCH_PATH = "/v1/sandbox/batch"


class BatchBody(msgspec.Struct, frozen=True, kw_only=True):
    """Request body of a batch."""

    programs: tuple[Program, ...]
    """The programs to run."""


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one program of a batch."""

    index: int
    """Position of the program in the batch, from 0."""
    execution: Execution | None = None
    """The program's outcome. Null if it could not be run."""
    failure: Failure | None = None
    """Why the program could not be run. Null if it ran."""

    @property
    def error(self) -> BenchwrightError | None:
        """The exception that running the program on its own would have raised, or None."""
        return error_of(self.failure, 503) if self.failure else None


_VERSION_HINT = "check that client and service have the same version"
_ALL = -1
"""Represents the whole request, instead of a program's index."""
_LOST = SandboxError("the service sent no result for this program", "retry the request")


class AsyncClient:
    """Client for one service. Raises SandboxError if the service fails, after retries, and UsageError for invalid
    requests."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        attempts: int = 5,
        patience_s: float = 300.0,
        concurrency: int = 64,
    ) -> None:
        """`token`: defaults to $BENCHWRIGHT_TOKEN. `attempts`: how often a failing request is sent before giving up.
        `patience_s`: how long to retry while the service is busy. `concurrency`: maximum number of concurrent
        requests."""
        self.sandbox = RemoteSandbox(
            url, token=token, attempts=attempts, patience_s=patience_s, concurrency=concurrency
        )
        """The service as a sandbox, for any function that takes one."""
        self._transport = self.sandbox.transport

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def execute(self, program: Program) -> Execution:
        """Run one program to completion."""
        return await self.sandbox.run(program)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several programs, each in its own request, yielding (index, Execution) in order of completion. The first
        failure cancels the rest."""
        return self.sandbox.run_many(programs)

    async def batch(self, programs: Sequence[Program]) -> AsyncIterator[BatchLine]:
        """Run several programs in one request. Yields one line per program in order of completion, with its Execution
        or its failure. Programs that a broken connection or a busy service left out are retried, with the same attempts
        and patience as a single program; both start over whenever a program finishes."""
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
        """Judge a solution by tests. Untrusted code runs on the service; the tests are assembled and the verdict is
        decided locally."""
        return await judge_tests(self.sandbox, question, solution, canary=canary)

    async def judge_problem(
        self, problem: Problem, solution: str, *, plan: ProblemPlan | None = None, canary: bool = False
    ) -> SolutionJudgement:
        """Judge a solution by all test sets of a problem. Without a `plan`, one is made from the problem's
        reference."""
        plan = plan or await plan_problem(self.sandbox, problem)
        return await judge_solution(self.sandbox, problem, plan, solution, canary=canary)

    async def languages(self) -> tuple[ServedLanguage, ...]:
        """The languages that the service can run."""
        body = await self._transport.send("GET", "/v1/languages")
        try:
            return msgspec.json.decode(body, type=tuple[ServedLanguage, ...])
        except msgspec.DecodeError as error:
            raise SandboxError(f"the service sent an invalid list of languages: {error}", _VERSION_HINT) from error

    async def health(self) -> Health:
        """Check whether the service accepts work. Not retried."""
        try:
            await self._transport.send("GET", "/v1/health/ready", attempts=1)
        except SandboxError as error:
            return Health(ready=False, why=str(error))
        return Health(ready=True)

    async def aclose(self) -> None:
        """Cancel everything in progress and close the connections."""
        await self.sandbox.aclose()

    async def _once(self, left: dict[int, Program], errors: dict[int, SandboxError]) -> AsyncIterator[BatchLine]:
        """Send one request for the programs that are left. Yields final lines and collects the errors of the others."""
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
        """Send one request and yield its lines, with indices of the whole batch."""
        indices = list(programs)
        work_s = sum(longest_wall_s(program) for program in programs.values())
        body = msgspec.json.encode(BatchBody(programs=tuple(programs.values())))
        async for data in self._transport.lines(BATCH_PATH, body, work_s=work_s):
            line = _read(data, len(indices))
            yield msgspec.structs.replace(line, index=indices[line.index])


def _are_busy(errors: Mapping[int, SandboxError]) -> bool:
    """Whether every failure was a lack of capacity."""
    return bool(errors) and all(isinstance(error, SandboxBusy) for error in errors.values())


def _wait_s(errors: Mapping[int, SandboxError]) -> float:
    """Return how long the service asked to wait."""
    return max((error.wait_s for error in errors.values() if isinstance(error, SandboxBusy)), default=0.0)


def _read(data: bytes, count: int) -> BatchLine:
    try:
        line = msgspec.json.decode(data, type=BatchLine)
    except msgspec.DecodeError as error:
        raise SandboxError(f"the service sent an invalid batch line: {error}", _VERSION_HINT) from error
    if not 0 <= line.index < count:
        raise SandboxError(f"the service sent a line for program {line.index} of {count}", _VERSION_HINT)
    return line


def _waiting(
    method: Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Client, P], T]:
    """Make a synchronous method from an asynchronous one."""

    @functools.wraps(method)
    def call(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return client._loop.run(method(client._client, *args, **kwargs))

    return call


def _iterating(
    method: Callable[Concatenate[AsyncClient, P], AsyncIterator[T]],
) -> Callable[Concatenate[Client, P], Iterator[T]]:
    """Make a generator method from an asynchronous one."""

    @functools.wraps(method)
    def call(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return client._loop.iterate(method(client._client, *args, **kwargs))

    return call


class Client:
    """Synchronous version of AsyncClient, with the same methods, arguments and results. Any thread can use it."""

    def __init__(self, url: str, **options: Any) -> None:
        """Accept the same options as AsyncClient."""
        self._client = AsyncClient(url, **options)
        self._loop = LoopThread()

    execute = _waiting(AsyncClient.execute)
    run_many = _iterating(AsyncClient.run_many)
    batch = _iterating(AsyncClient.batch)
    judge = _waiting(AsyncClient.judge)
    judge_problem = _waiting(AsyncClient.judge_problem)
    languages = _waiting(AsyncClient.languages)
    health = _waiting(AsyncClient.health)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancel everything in progress and close the connections."""
        self._loop.run(self._client.aclose())
        self._loop.close()
