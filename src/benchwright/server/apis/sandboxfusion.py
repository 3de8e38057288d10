"""SandboxFusion: /run_code and /v1/ping. Its benchmarks: datasets.py. Its /submit shares a path: submit.py."""

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
    """Whether anybody is there."""
    return Reply(value="pong")


def failure(error: Exception, call: Call | None) -> Reply:
    """Our failure is a result that says so."""
    return refusal(error) or Reply(value=RunResult(status="SandboxError", message=f"the sandbox failed: {error}"))


def refusal(error: Exception) -> Reply | None:
    """422 for what asking again cannot mend; 504 for overload: clients ask again only then. None: our failure."""
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
            summary="Answers pong",
            handle=ping,
            answers={200: str},
            open=True,
        ),
    ),
    failure=failure,
)
