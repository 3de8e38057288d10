"""Shows a judgement to people: the program's own output as it was, then what became of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchwright.cli._printable import printable

if TYPE_CHECKING:
    from benchwright.judge import Judgement
    from benchwright.sandbox import Stage


def show(judgement: Judgement) -> None:
    """The program's own output as it was, then what is known about single tests, then one line about all of it."""
    for stage in judgement.execution.stages:
        _pass_on(stage)
    if len(judgement.tests) > 1:
        for test in judgement.tests:
            where = f" at line {test.place.line} of the {test.place.part}" if test.place else ""
            said = f": {test.message}" if test.message else ""
            print(f"{test.status} {printable(test.name)}{where}{printable(said)}", file=sys.stderr)
    last = judgement.execution.stages[-1]
    why = f" ({printable(judgement.reason)})" if judgement.reason else ""
    if judgement.place:
        why += f" at line {judgement.place.line} of the {judgement.place.part}"
    if judgement.message:
        why += f": {printable(judgement.message)}"
    if judgement.canary:
        why += f", {len(judgement.canary)} canary runs"
    if judgement.evidence:
        why += f", evidence: {judgement.evidence}"
    refused = f", refused: {', '.join(last.limits_hit)}" if last.limits_hit and last.succeeded else ""
    print(
        f"{judgement.verdict}{why}; {last.name} took {last.wall_s:.3f} s, cpu {last.cpu_s:.3f} s, "
        f"memory {last.memory_bytes / (1 << 20):.1f} MiB{refused}, {judgement.execution.toolchain}",
        file=sys.stderr,
    )


def _pass_on(stage: Stage) -> None:
    for stream, target in ((stage.stdout, sys.stdout), (stage.stderr, sys.stderr)):
        target.flush()
        target.buffer.write(stream.head)
        if stream.cut:
            omitted = stream.length - len(stream.head) - len(stream.tail)
            target.buffer.write(f"\n[{omitted} bytes omitted]\n".encode())
        target.buffer.write(stream.tail)
        target.flush()
    for path in (*stage.files, *stage.files_omitted):
        size = len(stage.files[path]) if path in stage.files else "too large"
        print(f"collected {printable(path)}: {size} bytes (contents with --json)", file=sys.stderr)
    _tell_observations(stage)


def _tell_observations(stage: Stage) -> None:
    seen = stage.observations
    for name, count in seen.denied_calls.items():
        print(f"denied call: {name} ({count})", file=sys.stderr)
    for path in seen.processes:
        print(f"process: {printable(path)}", file=sys.stderr)
    for address, count in seen.network.items():
        print(f"network: {address} ({count})", file=sys.stderr)
    for path, size in seen.files_written.items():
        print(f"written: {printable(path)} ({size} bytes)", file=sys.stderr)
