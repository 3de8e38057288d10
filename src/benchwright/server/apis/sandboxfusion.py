"""SandboxFusion's API: /run_code and /v1/ping. Its dataset endpoints are in datasets.py; /submit shares its path with
another API, see submit.py."""

from __future__ import annotations

from typing import Any

from benchwright.errors import BenchwrightError, UsageError
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import Overloaded, TooLarge, Unauthorized
from benchwright.server.foreign.fusion import RunCode, RunResult, run_code
from benchwright.server.reply import Reply


async def run(call: Call) -> Reply:
    """Run a program."""
    return Reply(value=await run_code(call, call.body))


async def ping(_: Call) -> Reply:
    """Confirm that the server responds."""
    return Reply(value="pong")


def failure(error: Exception, call: Call | None) -> Reply:
    """Report the service's own failures as a SandboxError result."""
    return refusal(error) or Reply(value=RunResult(status="SandboxError", message=f"the sandbox failed: {error}"))


def refusal(error: Exception) -> Reply | None:
    """Respond with 422 if retrying is pointless, and 504 on overload, the only status on which clients retry. None: the
    service failed."""
    sentence = error.sentence if isinstance(error, BenchwrightError) else str(error)
    if isinstance(error, Overloaded):
        return Reply(value={"detail": sentence}, status=504)
    if isinstance(error, Unauthorized | TooLarge):
        return Reply(value={"detail": sentence}, status=401 if isinstance(error, Unauthorized) else 413)
    if isinstance(error, UsageError):
        wrong: dict[str, Any] = {"loc": ["body"], "msg": sentence, "type": "value_error"}
        return Reply(value={"detail": [wrong]}, status=422)
    return None


API = Api(
    name="sandboxfusion",
    routes=(
        Route(
            method="POST",
            path="/run_code",
            name="run_code",
            summary="Run a program",
            handle=run,
            body=RunCode,
            lax=True,
            answers={200: RunResult},
            examples={"python": {"code": "print(input())", "language": "python", "stdin": "hello"}},
        ),
        Route(
            method="GET",
            path="/v1/ping",
            name="ping",
            summary="Respond with pong",
            handle=ping,
            answers={200: str},
            open=True,
        ),
    ),
    failure=failure,
)
