"""A sandbox runs identical builds only once, and rebuilds if anything differs."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from benchwright.sandbox import Execution, Limits, LocalSandbox, Program
from benchwright.sandbox.local import Builds
from benchwright.sandbox.wire import StageOrder, StageOutcome

ORDER = StageOrder(root=b"r", argv=("cc",), env=("A=1",), archive=b"files", limits=Limits(), keep_bytes=10)
OUTCOME = StageOutcome(
    wait_status=0,
    limits_hit=(),
    wall_s=1.0,
    cpu_s=1.0,
    memory_bytes=1,
    streams=((b"", b"", 0), (b"", b"", 0)),
    reply=b"",
    observed=(),
    archive=b"program",
    omitted=False,
    warm=False,
)


def changed(record: StageOutcome, **fields: object) -> StageOutcome:
    return msgspec.structs.replace(record, **fields)


def test_the_same_order_gives_the_same_outcome() -> None:
    builds = Builds()
    assert builds.get(ORDER) is None
    builds.put(ORDER, OUTCOME)
    assert builds.get(ORDER) is OUTCOME


@pytest.mark.parametrize(
    "fields",
    [
        {"root": b"s"},
        {"argv": ("c++",)},
        {"env": ()},
        {"archive": b"more"},
        {"limits": Limits(wall_s=1)},
        {"keep_bytes": 1},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_another_order_is_built(fields: dict[str, object]) -> None:
    builds = Builds()
    builds.put(ORDER, OUTCOME)
    assert builds.get(msgspec.structs.replace(ORDER, **fields)) is None


@pytest.mark.parametrize("fields", [{"wait_status": 256}, {"limits_hit": ("cpu",)}, {"omitted": True}])
def test_a_failure_is_not_kept(fields: dict[str, object]) -> None:
    builds = Builds()
    builds.put(ORDER, changed(OUTCOME, **fields))
    assert builds.get(ORDER) is None


def test_the_oldest_goes_first() -> None:
    builds = Builds(most_bytes=20)
    orders = [msgspec.structs.replace(ORDER, archive=bytes([number])) for number in range(3)]
    for order in orders[:2]:
        builds.put(order, OUTCOME)
    builds.get(orders[0])  # now the other one is the least recently used
    builds.put(orders[2], OUTCOME)
    assert [builds.get(order) is not None for order in orders] == [True, False, True]
    builds.put(ORDER, changed(OUTCOME, archive=bytes(21)))
    assert builds.get(ORDER) is None


@pytest.mark.language(name="c")
def test_a_program_is_compiled_once_and_run_each_time() -> None:
    source = b"#include <stdio.h>\nint main(void) { puts(__TIME__); return getchar() == EOF; }\n"
    program = Program(language="c", files={"main.c": source})

    async def run() -> list[Execution]:
        async with LocalSandbox() as sandbox:
            fresh = msgspec.structs.replace(program, fresh=True)
            return [await sandbox.run(each) for each in (program, program, fresh)]

    first, second, fresh = asyncio.run(run())
    assert first.build == second.build
    assert first.build != fresh.build  # the measurements differ
    assert [each.runs[0].exit_code for each in (first, second, fresh)] == [1, 1, 1]
    assert first.runs[0].stdout.data == second.runs[0].stdout.data
