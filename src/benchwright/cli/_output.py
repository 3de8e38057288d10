"""Tables and JSON for commands. Data goes to standard output, talk to standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from benchwright.judge import Judgement, Place
    from benchwright.sandbox import Stage


def print_json(data: object) -> None:
    """One JSON document on standard output."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A plain table: readable without colour and when piped. No number and no name is cut."""
    from rich.console import Console

    from benchwright.cli._table import laid_out

    console = Console()
    if not console.is_terminal:  # a pipe has no width of its own: each row is one line there
        table = laid_out(columns, rows, None)
        console = Console(width=console.measure(table, options=console.options.update(width=_WIDEST)).maximum)
        console.print(table, crop=False)
        return
    console.print(laid_out(columns, rows, console.width), crop=False)


_WIDEST = 1_000_000


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """What `run --json` prints: the stage that decided at the top, every stage below."""
    execution = judgement.execution
    decisive = next((stage for stage in execution.stages if not stage.succeeded), execution.stages[-1])
    return {
        "verdict": judgement.verdict.value,
        "reason": judgement.reason,
        "judged": judgement.judged,
        "place": _place_json(judgement.place),
        "message": judgement.message,
        "tests": [
            {"name": test.name, "status": test.status, "place": _place_json(test.place), "message": test.message}
            for test in judgement.tests
        ],
        "evidence": judgement.evidence,
        "canary": [{"line": run.line, "verdict": run.verdict.value} for run in judgement.canary],
        **_stage_json(decisive),
        "language": execution.language,
        "toolchain": execution.toolchain,
        "environment": execution.environment,
        "guarantees": {name: getattr(execution.guarantees, name) for name in execution.guarantees.__struct_fields__},
        "backend": execution.backend,
        "stages": [{"name": stage.name, **_stage_json(stage)} for stage in execution.stages],
        "schema": execution.schema,
    }


def _place_json(place: Place | None) -> dict[str, Any] | None:
    return {"part": place.part, "line": place.line} if place else None


def _stage_json(stage: Stage) -> dict[str, Any]:
    import msgspec

    from benchwright.sandbox.json_records import StageRecord

    fields: dict[str, Any] = msgspec.to_builtins(StageRecord.of(stage))
    del fields["name"]
    fields.pop("reply_base64", None)  # the proof of a judged run, and no business of whoever reads this
    return {**fields, "files": fields.pop("files_base64")}
