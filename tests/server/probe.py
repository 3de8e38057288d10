"""A minimal API for testing the service; run as a program, it serves only that API."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import msgspec

from benchwright.errors import UsageError
from benchwright.sandbox import Limits, Program, Run
from benchwright.server.api import Api, Route
from benchwright.server.call import Call, Overloaded, TooLarge, Unauthorized
from benchwright.server.reply import Reply
from benchwright.server.run import serve
from benchwright.server.service import Settings

FILES = {"python": "main.py", "shell": "main.sh", "javascript": "main.js", "c": "main.c"}


class Order(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program to run."""

    source: str
    language: str = "python"
    nonce: str = ""
    times: int = 1
    wall_s: float = 30.0


class Lax(msgspec.Struct, frozen=True, kw_only=True):
    """Values that legacy clients send as strings."""

    flag: bool
    seconds: float


def program(order: Order) -> Program:
    """Build a program whose standard input is the nonce."""
    return Program(
        language=order.language,
        files={FILES[order.language]: order.source.encode()},
        runs=(Run(stdin=order.nonce.encode()),),
        limits=Limits(wall_s=order.wall_s),
    )


async def _run(call: Call) -> Reply:
    order: Order = call.body
    execution = await call.sandbox.run(program(order))
    stage = execution.stages[-1]
    return Reply(value={"nonce": order.nonce, "stdout": stage.stdout.data.decode(), "exit_code": stage.exit_code})


async def _stream(call: Call) -> Reply:
    async def lines() -> AsyncIterator[bytes]:
        async for index, execution in call.sandbox.run_many([program(call.body)] * call.body.times):
            yield msgspec.json.encode({"index": index, "stdout": execution.runs[0].stdout.data.decode()}) + b"\n"

    return Reply(stream=lines(), media_type="application/x-ndjson")


async def _broken_stream(call: Call) -> Reply:
    async def lines() -> AsyncIterator[bytes]:
        yield b"{}\n"
        raise RuntimeError("secret of the server")

    return Reply(stream=lines(), media_type="application/x-ndjson")


async def _state(call: Call) -> Reply:
    queue = call.service.queue
    return Reply(value={"running": queue.running, "waiting": queue.waiting, "id": call.id})


async def _echo(call: Call) -> Reply:
    await asyncio.sleep(0)
    body = msgspec.to_builtins(call.body)
    return Reply(value={"client": call.client.name, "body": body, "path": call.path, "query": call.query})


async def _large(call: Call) -> Reply:
    return Reply(text="x" * int(call.query["bytes"]))


async def _fail(call: Call) -> Reply:
    if call.query.get("kind") == "usage":
        raise UsageError("wrong", "do it right")
    raise RuntimeError("secret of the server")


async def _metrics(call: Call) -> Reply:
    return Reply(text=call.service.measures.text(), media_type="text/plain")


def failure(error: Exception, call: Call | None) -> Reply:
    """Respond with the error's kind."""
    kinds = {TooLarge: 413, Unauthorized: 401, UsageError: 422}
    status = next((status for kind, status in kinds.items() if isinstance(error, kind)), 500)
    if isinstance(error, Overloaded):
        status = 429 if error.limited else 503
    return Reply(status=status, value={"error": str(error), "call": call.id if call else None})


API = Api(
    name="probe",
    failure=failure,
    routes=(
        Route(method="POST", path="/probe/run", name="run", summary="run", handle=_run, body=Order),
        Route(method="POST", path="/probe/stream", name="stream", summary="stream", handle=_stream, body=Order),
        Route(method="POST", path="/probe/broken", name="broken", summary="broken", handle=_broken_stream),
        Route(method="POST", path="/probe/lax", name="lax", summary="lax", handle=_echo, body=Lax, lax=True),
        Route(method="POST", path="/probe/strict", name="strict", summary="strict", handle=_echo, body=Lax),
        Route(method="GET", path="/probe/echo/{id}", name="echo", summary="echo", handle=_echo),
        Route(method="GET", path="/probe/state", name="state", summary="state", handle=_state, open=True),
        Route(method="GET", path="/probe/large", name="large", summary="large", handle=_large),
        Route(method="GET", path="/probe/fail", name="fail", summary="fail", handle=_fail),
        Route(method="GET", path="/probe/metrics", name="metrics", summary="metrics", handle=_metrics, open=True),
    ),
)

if __name__ == "__main__":
    serve(msgspec.json.decode(sys.argv[1], type=Settings), (API,))
