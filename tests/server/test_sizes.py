"""Limits on how much output a request can ask for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.sandbox import Program, Run
from benchwright.server.memory import check_answer, check_answers
from tests.server.process import in_process

MIB = 1 << 20
HUNDRED = {"language": "python", "keep_bytes": 100 * MIB}
EXACT = {**HUNDRED, "files": {"main.py": ""}}
OWN = {**HUNDRED, "source": ""}


def _program(keep_bytes: int = MIB, runs: int = 1, **more: Any) -> Program:
    return Program(language="python", files={}, runs=(Run(),) * runs, keep_bytes=keep_bytes, **more)


def test_a_program_returns_a_limited_amount() -> None:
    check_answer(_program(runs=256))
    check_answer(_program(runs=1, collect_limit_bytes=1 << 40))
    for program in (_program(runs=257), _program(256 * MIB + 1), _program(collect=("*",), collect_limit_bytes=1 << 40)):
        with pytest.raises(UsageError, match="could return"):
            check_answer(program)


def test_the_memory_bound_counts_concurrent_batch_items() -> None:
    check_answers([_program()] * 1000, 1000)
    check_answers([_program(100 * MIB)] * 1000, 2)
    with pytest.raises(UsageError, match="could return"):
        check_answers([_program(), *[_program(100 * MIB)] * 3], 3)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/v1/execute", {**OWN, "runs": [{}] * 3}, 400),
        ("/v1/sandbox/run", {**EXACT, "runs": [{}] * 3}, 422),
        ("/v1/sandbox/batch", {"programs": [EXACT] * 3}, 422),
        ("/v1/batch", {"items": [{"id": str(number), "execute": OWN} for number in range(3)]}, 400),
    ],
)
def test_every_route_rejects_larger_requests(path: str, body: object, status: int) -> None:
    async def main() -> None:
        async with in_process(concurrency=1) as app:
            answer = await app.client.post(path, json=body)
            assert answer.status_code == status, answer.text
            assert "could return" in answer.json()["error"]

    asyncio.run(main())
