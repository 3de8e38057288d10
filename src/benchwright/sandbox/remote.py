"""The remote backend: programs run at a benchwright service, and come back as the records that they are here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import Any, TypeVar

import msgspec

from benchwright.errors import GuaranteeMissing, SandboxError
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.local import check_guarantee_names, missing_guarantees
from benchwright.sandbox.plan import longest_wall_s
from benchwright.sandbox.protocol import Execution, Program
from benchwright.sandbox.transport import Transport

RUN_PATH = "/v1/sandbox/run"
"""Takes a Program and gives an Execution, both as msgspec writes them: bytes as base64, so nothing is lost."""

T = TypeVar("T")


class RemoteSandbox:
    """Runs programs at a service. Cancelling a task closes its connection, which kills the program's tree there."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        require: Iterable[str] = (),
        warm: bool = True,
        concurrency: int = 64,
        attempts: int = 5,
        patience_s: float = 300.0,
    ) -> None:
        """`require`: refuse results where one of these guarantees was not enforced. `warm`: programs may start from a
        warm interpreter. `concurrency`: programs at once. For the others see Transport."""
        self.transport = Transport(url, token=token, attempts=attempts, patience_s=patience_s, connections=concurrency)
        self._require = check_guarantee_names(require)
        self._warm = warm
        self._closings = 0
        self._under_way: set[asyncio.Future[Any]] = set()

    async def __aenter__(self) -> RemoteSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def run(self, program: Program) -> Execution:
        """Run one program to its end. Cancelling the task kills the program's whole tree."""
        work_s = longest_wall_s(program)
        if not self._warm and not program.fresh:
            program = msgspec.structs.replace(program, fresh=True)
        body = await self.until_closed(
            self.transport.send("POST", RUN_PATH, msgspec.json.encode(program), work_s=work_s)
        )
        return self._checked(read_execution(body))

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several at once and give (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """End everything that is still running and leave nothing behind."""
        self._closings += 1
        under_way = list(self._under_way)
        for each in under_way:
            each.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self.transport.aclose()

    async def until_closed(self, work: Awaitable[T]) -> T:
        """The work's result; a SandboxError if the sandbox is closed meanwhile."""
        task = asyncio.ensure_future(work)
        closings = self._closings
        self._under_way.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if closings != self._closings and not (current and current.cancelling()):
                raise SandboxError("the sandbox was closed before the program came to its end") from None
            raise
        finally:
            self._under_way.discard(task)

    def _checked(self, execution: Execution) -> Execution:
        missing = missing_guarantees(execution.guarantees, self._require)
        if missing:
            raise GuaranteeMissing(f"not enforced at the service: {', '.join(missing)}", "ask for less, or another")
        return execution


def read_execution(body: bytes) -> Execution:
    """The record in an answer."""
    try:
        execution = msgspec.json.decode(body, type=Execution)
    except msgspec.DecodeError as error:
        raise SandboxError(f"the service sent no Execution: {error}", "is it of another version?") from error
    return msgspec.structs.replace(execution, backend="remote")
