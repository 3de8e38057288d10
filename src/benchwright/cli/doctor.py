"""`benchwright doctor`: what works on this machine, what does not, and the command that fixes it."""

from __future__ import annotations

import asyncio
import os
import platform
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._help import MAINTAIN
from benchwright.errors import SandboxError

if TYPE_CHECKING:
    from benchwright.sandbox import Guarantees

_CONTROL_GROUPS = "needs a control group: run as root, or `systemd-run --user --scope -p Delegate=yes benchwright …`"


@app.command(rich_help_panel=MAINTAIN)
def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> None:
    """Check what works on this machine: isolation and languages.

    Exit code: 0 programs can be isolated, 1 they cannot.
    """
    from benchwright.cli._output import print_json, print_table

    rows = [
        ("kernel", "works", platform.release()),
        ("user", "works", "root" if os.geteuid() == 0 else "ordinary user"),
    ]
    sandbox_rows, usable = asyncio.run(_sandbox())
    rows += sandbox_rows + _languages()
    if as_json:
        print_json([{"what": what, "state": state, "note": note} for what, state, note in rows])
    else:
        print_table(("what", "state", "note"), rows)
    if not usable:
        raise typer.Exit(EXIT_FAILED)


async def _sandbox() -> tuple[list[tuple[str, str, str]], bool]:
    from benchwright.sandbox import LocalSandbox

    try:
        async with LocalSandbox() as sandbox:
            guarantees = await sandbox.guarantees()
    except SandboxError as error:
        return [("sandbox", "broken", f"{error}; {error.hint}")], False
    return [("sandbox", "works", "local launcher"), *_guarantees(guarantees)], True


def _guarantees(guarantees: Guarantees) -> list[tuple[str, str, str]]:
    levels = {name: getattr(guarantees, name) for name in guarantees.__struct_fields__}
    return [
        (f"guarantee: {name}", level, "" if level == "enforced" else _CONTROL_GROUPS) for name, level in levels.items()
    ]


def _languages() -> list[tuple[str, str, str]]:
    from benchwright.judging.probe import look_up
    from benchwright.languages import languages

    statuses = [look_up(language) for language in languages().values()]
    return [
        (f"language: {status.language}", "found" if status.found else "missing", status.toolchain or status.hint)
        for status in statuses
    ]
