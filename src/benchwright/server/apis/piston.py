"""Piston's API, version 2: /api/v2/execute and /api/v2/runtimes, also under /api/v2/piston as on its public
instance."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from benchwright.errors import BenchwrightError, UsageError
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import Overloaded, TooLarge, Unauthorized
from benchwright.server.foreign import piston
from benchwright.server.foreign.piston import Execute, Executed, Runtime
from benchwright.server.reply import Reply


async def execute(call: Call) -> Reply:
    """Run a program."""
    return Reply(value=await piston.execute(call, call.body))


async def runtimes(_: Call) -> Reply:
    """List the available languages."""
    return Reply(value=await asyncio.to_thread(piston.runtimes))


def failure(error: Exception, _: Call | None) -> Reply:
    """Respond with a message only. Clients retry when it contains the words that an overloaded Piston uses."""
    sentence = error.sentence if isinstance(error, BenchwrightError) else str(error)
    if isinstance(error, Overloaded):
        return Reply(value={"message": f"Resource temporarily unavailable: {sentence}"}, status=500)
    refused = {Unauthorized: 401, TooLarge: 413}
    status = refused.get(type(error), 400) if isinstance(error, UsageError) else 500
    return Reply(value={"message": sentence}, status=status)


def _routes(prefix: str, name: str) -> Iterator[Route]:
    yield Route(
        method="POST",
        path=f"{prefix}/execute",
        name=f"{name}_execute",
        summary="Run a program",
        handle=execute,
        body=Execute,
        answers={200: Executed},
        examples={
            "python": {
                "language": "python",
                "version": "3.x",
                "files": [{"name": "main.py", "content": "print(input())"}],
                "stdin": "hello",
                "run_timeout": 3000,
            }
        },
    )
    yield Route(
        method="GET",
        path=f"{prefix}/runtimes",
        name=f"{name}_runtimes",
        summary="List the available languages",
        handle=runtimes,
        answers={200: list[Runtime]},
    )


API = Api(
    name="piston",
    routes=(*_routes("/api/v2", "piston"), *_routes("/api/v2/piston", "piston_public")),
    failure=failure,
)
