"""The exact form of the sandbox's records over HTTP, for our own clients: what comes out is what a local call gives,
byte for byte. People are better served by the other routes of /v1."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import msgspec

from benchwright.client.batch import BATCH_PATH, BatchBody, BatchLine
from benchwright.errors import BenchwrightError, SandboxBusy, SandboxError, UsageError
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.failure import Failure, failure_of
from benchwright.sandbox.protocol import Execution, Program, Sandbox
from benchwright.sandbox.remote import RUN_PATH
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest, Overloaded
from benchwright.server.reply import Reply


async def run(call: Call) -> Reply:
    """Run one program."""
    return Reply(value=await call.sandbox.run(call.body))


async def batch(call: Call) -> Reply:
    """Run many programs and send each result as it comes."""
    programs: tuple[Program, ...] = call.body.programs
    most = call.service.settings.max_batch
    if len(programs) > most:
        raise InvalidRequest(f"programs: {len(programs)} are too many", f"send at most {most} at once")
    return Reply(stream=_lines(call.sandbox, programs), media_type="application/x-ndjson")


async def _lines(sandbox: Sandbox, programs: Sequence[Program]) -> AsyncIterator[bytes]:
    async def one(program: Program) -> Execution | Failure:
        try:
            return await sandbox.run(program)
        except BenchwrightError as error:
            return told(error)

    async for index, result in as_completed(one, programs):
        if isinstance(result, Failure):
            line = BatchLine(index=index, failure=result)
        else:
            line = BatchLine(index=index, execution=result)
        yield msgspec.json.encode(line) + b"\n"


def failure(error: Exception, call: Call | None) -> Reply:
    """The exception as data: a client raises it again."""
    headers = {"Retry-After": f"{max(1, round(error.retry_after_s))}"} if isinstance(error, Overloaded) else {}
    return Reply(value=told(error), status=_status(error), headers=headers)


def told(error: Exception) -> Failure:
    """The exception as data. One of ours that no client knows is a failure of the service."""
    if isinstance(error, Overloaded):
        return Failure(error=SandboxBusy.__name__, message=str(error), hint=error.hint)
    return failure_of(error)


def _status(error: Exception) -> int:
    own = getattr(error, "status", None)
    if isinstance(own, int):
        return own
    if isinstance(error, Overloaded):
        return 429 if error.limited else 503
    return 422 if isinstance(error, UsageError) else 503 if isinstance(error, SandboxError) else 500


_HELLO = {"language": "python", "files": {"main.py": "cHJpbnQoMSk="}}

API = Api(
    name="sandbox",
    routes=(
        Route(
            method="POST",
            path=RUN_PATH,
            name="sandbox_run",
            summary="Run a Program; the answer is its Execution, exactly.",
            handle=run,
            body=Program,
            answers={200: Execution, 422: Failure, 429: Failure, 503: Failure},
            examples={"hello": _HELLO},
        ),
        Route(
            method="POST",
            path=BATCH_PATH,
            name="sandbox_batch",
            summary="Run many Programs; a line for each, in order of completion.",
            handle=batch,
            body=BatchBody,
            answers={200: BatchLine, 422: Failure, 429: Failure, 503: Failure},
            examples={"two": {"programs": [_HELLO, _HELLO]}},
        ),
    ),
    failure=failure,
)
