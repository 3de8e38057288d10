"""Programs wait for room, then fail as a sandbox failure."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import SandboxBusy
from benchwright.sandbox import Execution, Program
from benchwright.sandbox.fake import FakeSandbox
from benchwright.server.call import Overloaded
from benchwright.server.queue import WaitingSandbox
from tests.judging.made import execution

PROGRAM = Program(language="python", files={})


def run(refusals: int, patience_s: float) -> Execution:
    left = iter(range(refusals))

    def answer(_: Program) -> Execution:
        if next(left, None) is not None:
            raise Overloaded("the queue is full", 7.0)
        return execution()

    async def wait() -> Execution:
        return await WaitingSandbox(FakeSandbox(answer), patience_s).run(PROGRAM)

    return asyncio.run(wait())


def test_a_request_runs_once_a_slot_is_free() -> None:
    assert run(3, 60.0) == execution()


def test_patience_runs_out() -> None:
    with pytest.raises(SandboxBusy, match="full") as caught:
        run(1, 0.0)
    assert caught.value.wait_s == 7.0
