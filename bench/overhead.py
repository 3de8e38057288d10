"""What isolation adds to the start of /bin/true and of a fresh interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measure import Row, milliseconds, require_success, seconds_each, spawn
from benchwright.languages import find_language, find_toolchain
from benchwright.sandbox.launcher import Launcher
from benchwright.sandbox.plan import plan_program, root_blob
from benchwright.sandbox.protocol import Limits, Program
from benchwright.sandbox.wire import StageOrder

RUNS = 400


async def bench() -> Iterator[Row]:
    """Measure the latency of one run after another, alternating with the baseline so that both see the same
    conditions."""
    launcher = await Launcher.start()
    order = StageOrder(
        root=root_blob((), (), ()), argv=("/bin/true",), env=(), archive=b"", limits=Limits(), keep_bytes=1 << 20
    )
    times = await _alternate(launcher, order, ["/bin/true"])
    shell = find_toolchain(find_language("shell")).tools["bash"]
    bash = await _alternate(launcher, _program("shell", b"exit 0"), [shell, "-c", "exit 0"])
    await launcher.aclose()
    return iter([_row("/bin/true", times, "≤ 4 ms more"), _row("bash, empty script", bash, "")])


def _program(language: str, source: bytes) -> StageOrder:
    found = find_language(language)
    plan = plan_program(Program(language=language, files={found.source: source}))
    return plan.run_order(plan.program.runs[0], plan.files, warm=False)


async def _alternate(launcher: Launcher, order: StageOrder, argv: list[str]) -> tuple[list[float], list[float]]:
    isolated: list[float] = []
    bare: list[float] = []
    for round_number in range(RUNS + 10):
        start = time.perf_counter()
        outcome = await launcher.run(order)
        taken = time.perf_counter() - start
        require_success(outcome)
        bare_taken = seconds_each(lambda: spawn(argv), 1)
        if round_number >= 10:  # the first runs hit cold caches
            isolated.append(taken)
            bare += bare_taken
    return isolated, bare


def _row(what: str, times: tuple[list[float], list[float]], target: str) -> Row:
    isolated, bare = map(milliseconds, times)
    return Row(
        what=f"{what}: median latency, {isolated - bare:.2f} ms over bare",
        measured=isolated,
        baseline=bare,
        unit="ms",
        ratio=isolated / bare,
        target=target,
    )
