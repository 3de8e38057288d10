"""Asking the service in process as foreign clients do."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from benchwright.errors import SandboxError
from benchwright.sandbox import Execution, Program, Sandbox
from tests.server.process import in_process


def ask(path: str, *bodies: Any, sandbox: Sandbox | None = None, **settings: Any) -> list[httpx.Response]:
    """The answers to these bodies, one after the other, by one service. None: GET."""

    async def asked() -> list[httpx.Response]:
        async with in_process(sandbox=sandbox, **settings) as app:
            return [
                await (app.client.get(path) if body is None else app.client.post(path, json=body)) for body in bodies
            ]

    return asyncio.run(asked())


def broken(_: Program) -> Execution:
    """What a sandbox does that cannot run anything."""
    raise SandboxError("no slots")
