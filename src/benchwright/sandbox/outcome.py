"""The launcher's outcome as a Stage record."""

from __future__ import annotations

import os
from typing import Literal

from benchwright.sandbox import wire
from benchwright.sandbox.protocol import Observations, Stage, Stream


def stage_record(name: Literal["build", "run"], outcome: wire.StageOutcome, order: wire.StageOrder) -> Stage:
    """What happened in a stage."""
    listing = [] if name == "build" else list(wire.entries(outcome.archive))
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
        files={_shown(entry.path): entry.content for entry in listing if entry.kind == "f"},
        files_omitted=_omitted(name, outcome, listing),
        observations=_observations(outcome, listing),
        warm=outcome.warm,
    )


def _omitted(name: str, outcome: wire.StageOutcome, listing: list[wire.Entry]) -> tuple[str, ...]:
    if name == "build":  # its archive goes on as it is, unread
        return ("the work folder",) if outcome.omitted else ()
    return tuple(_shown(entry.path) for entry in listing if entry.kind == "o")


def _ending(outcome: wire.StageOutcome) -> tuple[int | None, int | None]:
    status = outcome.wait_status
    if os.WIFSIGNALED(status):
        return None, os.WTERMSIG(status)
    return os.WEXITSTATUS(status), None


def _observations(outcome: wire.StageOutcome, listing: list[wire.Entry]) -> Observations:
    calls: dict[str, int] = {}
    network: dict[str, int] = {}
    processes: list[str] = []
    forks = 0
    for line in outcome.observed:
        what, _, rest = line.partition(" ")
        if what in ("call", "network"):
            count, _, name = rest.partition(" ")
            (calls if what == "call" else network)[name] = int(count)
        elif what == "fork":
            forks = int(rest)
        else:
            processes.append(rest)
    written = {_shown(entry.path): entry.size for entry in listing if entry.kind == "w"}
    return Observations(
        denied_calls=calls, processes=tuple(processes), forks=forks, network=network, files_written=written
    )


def _shown(path: str) -> str:
    """A path as text that can be stored: bytes that are no UTF-8 are written as escapes."""
    return path.encode(errors="surrogateescape").decode(errors="backslashreplace")
