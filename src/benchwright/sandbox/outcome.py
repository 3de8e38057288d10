"""The launcher's outcome as a Stage record."""

from __future__ import annotations

import os
from collections import Counter
from typing import Literal

from benchwright.sandbox import wire
from benchwright.sandbox.protocol import Observations, Stage, Stream

MAX_LISTED = 1000


def stage_record(name: Literal["build", "run"], outcome: wire.StageOutcome, order: wire.StageOrder) -> Stage:
    """What happened in a stage."""
    listing = list(wire.entries(outcome.archive)) if outcome.archive else []
    collected = [] if name == "build" else listing
    exit_code, signal = _ending(outcome)
    out, err = (Stream(head=head, tail=tail, length=length) for head, tail, length in outcome.streams)
    return Stage(
        name=name,
        exit_code=exit_code,
        signal=signal,
        stdout=out,
        stderr=err,
        wall_s=outcome.wall_s,
        cpu_s=outcome.cpu_s,
        memory_bytes=outcome.memory_bytes,
        limits_hit=outcome.limits_hit,
        reply=None if order.message is None else outcome.reply,
        files={entry.path: entry.content for entry in collected if entry.kind == "f"},
        files_omitted=tuple(entry.path for entry in collected if entry.kind == "o"),
        observations=_observations(outcome, listing),
        warm=outcome.warm,
    )


def _ending(outcome: wire.StageOutcome) -> tuple[int | None, int | None]:
    status = outcome.wait_status
    if os.WIFSIGNALED(status):
        return None, os.WTERMSIG(status)
    return os.WEXITSTATUS(status), None


def _observations(outcome: wire.StageOutcome, listing: list[wire.Entry]) -> Observations:
    seen = [line.partition(" ") for line in outcome.observed]
    return Observations(
        denied_calls=dict(Counter(name for what, _, name in seen if what == "call")),
        processes=tuple(name for what, _, name in seen if what == "process")[:MAX_LISTED],
        forks=sum(what == "fork" for what, _, _ in seen),
        files_written={entry.path: entry.size for entry in listing if entry.kind == "w"},
    )
