"""`benchwright languages`: the languages that can run on this machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._help import MAINTAIN

if TYPE_CHECKING:
    from benchwright.judging.probe import LanguageStatus


@app.command(rich_help_panel=MAINTAIN)
def languages(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="LANGUAGE", help="List only these languages.", show_default=False)
    ] = None,
    probe: Annotated[bool, typer.Option("--probe", help="Run each language's probe programs in the sandbox.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List languages and whether their toolchains are installed.

    Missing ones are listed with the command that installs them.

    Exit code: 0 listed; with --probe: 1 an installed language does not work.
    """
    import msgspec

    from benchwright.cli._output import print_json, print_table
    from benchwright.judging.probe import look_up
    from benchwright.languages import find_language
    from benchwright.languages import languages as all_languages

    chosen = [find_language(name) for name in names] if names else list(all_languages().values())
    statuses = asyncio.run(_probe(chosen)) if probe else [look_up(language) for language in chosen]
    if as_json:
        print_json([{**msgspec.to_builtins(status), "works": status.works if probe else None} for status in statuses])
    else:
        rows = [(status.language, _state(status), status.toolchain, _notes(status)) for status in statuses]
        print_table(("language", "state", "toolchain", "notes"), rows)
    if any(status.found and not status.works for status in statuses):
        raise typer.Exit(EXIT_FAILED)


async def _probe(chosen: list) -> list[LanguageStatus]:  # type: ignore[type-arg]
    from benchwright.judging.probe import probe_all
    from benchwright.sandbox import LocalSandbox

    async with LocalSandbox() as sandbox:
        return await probe_all(chosen, sandbox)


def _state(status: LanguageStatus) -> str:
    if not status.found:
        return "missing"
    if not status.probes:
        return "found"
    return "works" if status.works else "broken"


def _notes(status: LanguageStatus) -> str:
    if not status.found:
        return status.hint
    failed = [f"{probe.name}: {probe.detail}" for probe in status.probes if not probe.passed]
    passed = sum(probe.passed for probe in status.probes)
    counted = f"{passed} of {len(status.probes)} probes passed" if status.probes else ""
    return "; ".join(filter(None, [counted, *failed]))
