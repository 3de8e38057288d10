"""Send requests to the in-process service as clients of other sandboxes do."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from benchwright.errors import SandboxError
from benchwright.sandbox import Execution, Program, Sandbox
from tests.server.process import in_process


def ask(path: str, *bodies: Any, sandbox: Sandbox | None = None, **settings: Any) -> list[httpx.Response]:
    """Send each body to one service, in order, and return the responses. A body of None sends a GET."""

    async def asked() -> list[httpx.Response]:
        async with in_process(sandbox=sandbox, **settings) as app:
            return [
                await (app.client.get(path) if body is None else app.client.post(path, json=body)) for body in bodies
            ]

    return asyncio.run(asked())


def broken(_: Program) -> Execution:
    """Stands in for a sandbox that cannot run anything."""
    raise SandboxError("no slots")
