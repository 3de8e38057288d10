"""The sandbox's records over HTTP, for benchwright's own client: results are identical, byte for byte, to those of a
local call. Other clients should use /v1/execute and /v1/batch."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from benchwright.client.clients import BATCH_PATH, BatchBody, BatchLine
from benchwright.errors import BenchwrightError, SandboxBusy, UsageError
from benchwright.sandbox.json_records import Failure, failure_of
from benchwright.sandbox.protocol import Execution, Program
from benchwright.sandbox.remote import RUN_PATH
from benchwright.server.api import Api, Route
from benchwright.server.apis.v1.batch import batch_lines, failed_line, line_of
from benchwright.server.call import Call, InvalidRequest, Overloaded, TooLarge, Unauthorized
from benchwright.server.memory import check_answer, check_answers
from benchwright.server.reply import Reply
from benchwright.server.service import Settings

_AHEAD = 4
"""Programs in progress per program that can run at the same time."""


async def run(call: Call) -> Reply:
    """Run one program."""
    check_program(call.body, call.service.settings)
    return Reply(value=await call.sandbox.run(call.body))


async def batch(call: Call) -> Reply:
    """Run many programs and stream each result as it completes."""
    programs: tuple[Program, ...] = call.body.programs
    most = call.service.settings.max_batch
    if len(programs) > most:
        raise InvalidRequest(f"programs has {len(programs)} entries", f"send at most {most} per request")
    for program in programs:
        check_program(program, call.service.settings)
    ahead = _AHEAD * call.service.queue.concurrency
    check_answers(programs, ahead)
    return Reply(stream=_lines(call, programs, ahead), media_type="application/x-ndjson")


def check_program(program: Program, settings: Settings) -> None:
    """Refuse a program that exceeds the service's limits."""
    for limits in filter(None, (program.limits, program.build_limits)):
        if limits.wall_s > settings.max_wall_s or limits.memory_bytes > settings.max_memory_bytes:
            most = f"use at most {settings.max_wall_s:g} s and {settings.max_memory_bytes} bytes of memory"
            raise UsageError("the limits are higher than this service allows", most)
    if len(program.runs) > settings.max_batch:
        raise UsageError(
            f"the program has {len(program.runs)} runs", f"this server allows at most {settings.max_batch}"
        )
    check_answer(program)


def _lines(call: Call, programs: Sequence[Program], ahead: int) -> AsyncIterator[bytes]:
    async def one(index: int, program: Program) -> bytes:
        try:
            return line_of(BatchLine(index=index, execution=await call.sandbox.run(program)))
        except BenchwrightError as error:
            return failed_line(_failed(index, error))

    return batch_lines(call.service, one, programs, _failed, ahead)


def _failed(index: int, error: Exception) -> BatchLine:
    return BatchLine(index=index, failure=failure_record(error))


def failure(error: Exception, call: Call | None) -> Reply:
    """Encode the exception, so that a client can raise it again."""
    return Reply(value=failure_record(error), status=_status(error))


def failure_record(error: Exception) -> Failure:
    """Encode the exception. Clients do not know `Overloaded`, so it becomes SandboxBusy."""
    if isinstance(error, Overloaded):
        return Failure(error=str(error), hint=error.hint, kind=SandboxBusy.__name__)
    return failure_of(error)


def _status(error: Exception) -> int:
    match error:
        case Overloaded():
            return 429 if error.limited else 503
        case Unauthorized():
            return 401
        case TooLarge():
            return 413
        case UsageError():
            return 422
    return 503


_HELLO = {"language": "python", "files": {"main.py": "cHJpbnQoMSk="}}

API = Api(
    name="sandbox",
    routes=(
        Route(
            method="POST",
            path=RUN_PATH,
            name="sandbox_run",
            summary="Run a Program and return its exact Execution.",
            handle=run,
            body=Program,
            answers={200: Execution, 422: Failure, 429: Failure, 503: Failure},
            examples={"hello": _HELLO},
        ),
        Route(
            method="POST",
            path=BATCH_PATH,
            name="sandbox_batch",
            summary="Run many Programs and stream one line for each, in order of completion.",
            handle=batch,
            body=BatchBody,
            answers={200: BatchLine, 422: Failure, 429: Failure, 503: Failure},
            examples={"two": {"programs": [_HELLO, _HELLO]}},
        ),
    ),
    failure=failure,
)
