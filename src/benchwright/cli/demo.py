"""`benchwright demo`: the whole thing on embedded defaults."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path
from typing import Any, get_args

import typer

from benchwright.cli import EXIT_FAILED, app

_PROGRAMS = Path(__file__).parent / "_demo"


@app.command()
def demo() -> None:
    """Probe the languages found here, run a few good and bad programs, and show what became of them."""
    from benchwright.cli._output import print_table

    statuses, rows, weak = asyncio.run(_run())
    typer.echo("Languages of this machine, each shown by its probe programs:\n")
    print_table(("language", "state", "toolchain"), statuses)
    typer.echo("\nPrograms, each in a sandbox of its own:\n")
    print_table(("program", "what it does", "verdict", "s", "MiB", "as expected"), rows)
    if weak:
        typer.echo(f"\nNot enforced on this machine, only watched: {', '.join(weak)}; see `benchwright doctor`.")
    if any(row[-1] != "yes" for row in rows) or any(row[1] == "broken" for row in statuses):
        raise typer.Exit(EXIT_FAILED)


async def _run() -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], list[str]]:
    from benchwright.judge.probe import probe_all
    from benchwright.languages import languages
    from benchwright.sandbox import LocalSandbox
    from benchwright.sandbox.local import missing_guarantees
    from benchwright.sandbox.protocol import Guarantee

    async with LocalSandbox() as sandbox:
        guarantees = await sandbox.guarantees()
        weak = missing_guarantees(guarantees, get_args(Guarantee))
        statuses = await probe_all(languages().values(), sandbox)
        found = {status.language for status in statuses if status.found}
        entries = tomllib.loads((_PROGRAMS / "programs.toml").read_text())["programs"]
        rows = [await _show(sandbox, entry) for entry in entries if entry["language"] in found]
    states = [("works" if status.works else "broken") if status.found else "missing" for status in statuses]
    notes = [status.toolchain or status.hint for status in statuses]
    return list(zip([status.language for status in statuses], states, notes, strict=True)), rows, weak


async def _show(sandbox: Any, entry: dict[str, Any]) -> tuple[str, ...]:
    import msgspec

    from benchwright.judge import judge_plain
    from benchwright.languages import find_language
    from benchwright.sandbox import Limits, Program

    language = find_language(entry["language"])
    limits = msgspec.structs.replace(Limits(), **{**language.limits, **entry.get("limits", {})})
    source = (_PROGRAMS / entry["file"]).read_bytes()
    judgement = judge_plain(
        await sandbox.run(Program(language=language.id, files={language.source: source}, limits=limits))
    )
    stage = judgement.execution.stages[-1]
    printed = stage.stdout.data.decode(errors="replace")
    expected = judgement.verdict == entry["verdict"] and printed == entry.get("stdout", printed)
    return (
        entry["file"],
        entry["what"],
        judgement.verdict.value,
        f"{stage.wall_s:.2f}",
        f"{stage.memory_bytes / (1 << 20):.1f}",
        "yes" if expected else "NO",
    )
