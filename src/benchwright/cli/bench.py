"""`benchwright bench`: how many verdicts per second this machine gives."""

from __future__ import annotations

import asyncio
import os
import platform
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._help import SERVE
from benchwright.cli._output import counted, print_json, print_table, progress_of
from benchwright.errors import ToolchainMissing, UsageError

if TYPE_CHECKING:
    from benchwright.judging.throughput import Example, Throughput

_LONGEST_S = 86_400.0
_MIB = 1 << 20


@app.command(rich_help_panel=SERVE)
def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LANGUAGE", help="Measure only these languages. Default: all installed ones.", show_default=False
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="N", help="Total time, divided among the languages. Slow compilers take longer."
        ),
    ] = 60.0,
    concurrency: Annotated[
        int | None,
        typer.Option(
            "--concurrency",
            metavar="N",
            min=1,
            max=1024,
            help="Judge N solutions at a time. Default: twice the number of programs that run in parallel.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Measure verdicts per second on this machine.

    Judges variants of each language's worked example, every one with different text, so that no build is cached. The
    sandbox runs one program per CPU in parallel, or BENCHWRIGHT_CONCURRENCY; other solutions wait for their turn, and
    latencies include that.

    Exit code: 0 measured, 1 the example of a language does not pass here, 2 incorrect usage, or no language to measure.
    """
    from benchwright.sandbox.local import default_concurrency

    if not 0 < seconds <= _LONGEST_S:  # also refuses nan
        raise UsageError(f"cannot measure for {seconds:g} seconds", f"choose a number above 0, at most {_LONGEST_S:g}")
    examples, skipped = _examples(names or [])
    parallel = default_concurrency()
    concurrency = concurrency or 2 * parallel
    measured, failed = asyncio.run(_measure_all(examples, seconds, concurrency))
    if as_json:
        print_json(
            {
                "cpus": len(os.sched_getaffinity(0)),
                "kernel": platform.release(),
                "parallel": parallel,
                "concurrency": concurrency,
                "languages": [_document(language, found) for language, found in measured.items()],
                "skipped": [{"error": str(each), "hint": each.hint} for each in skipped],
                "failed": [{"error": str(each), "hint": each.hint} for each in failed],
            }
        )
    elif measured:
        columns = ("language", "verdicts", "verdicts/s", "CPU s per 1,000", "p50 ms", "p95 ms", "peak MiB")
        print_table(columns, [_row(language, found) for language, found in measured.items()])
        total = sum(found.verdicts for found in measured.values())
        print(
            f"{counted(total, 'verdict')}: {concurrency} at a time, {counted(parallel, 'program')} in parallel",
            file=sys.stderr,
        )
    _note(skipped, failed)
    if failed:
        raise typer.Exit(EXIT_FAILED)


def _examples(names: list[str]) -> tuple[list[Example], list[UsageError]]:
    """Return the worked examples that can run here, and why the others cannot."""
    from benchwright.judging.throughput import example_of
    from benchwright.languages import find_language, find_toolchain, languages

    chosen = {each.id: each for each in map(find_language, names)} if names else dict(languages())
    examples: list[Example] = []
    skipped: list[UsageError] = []
    for language in chosen.values():
        try:
            find_toolchain(language)
            examples.append(example_of(language))
        except UsageError as error:
            skipped.append(error)
    if not examples:
        raise skipped[0]
    return examples, skipped


async def _measure_all(
    examples: list[Example], seconds: float, concurrency: int
) -> tuple[dict[str, Throughput], list[ToolchainMissing]]:
    """Measure one language after another. Each gets an equal share of the time that is left."""
    end = time.monotonic() + seconds
    measured: dict[str, Throughput] = {}
    failed: list[ToolchainMissing] = []
    with progress_of(len(examples), "measuring") as advance:
        for number, example in enumerate(examples):
            share_s = max(0.0, end - time.monotonic()) / (len(examples) - number)
            try:
                measured[example.language.id] = await _measure(example, share_s, concurrency)
            except ToolchainMissing as error:
                failed.append(error)
            advance(example.language.id)
    return measured, failed


async def _measure(example: Example, seconds: float, concurrency: int) -> Throughput:
    """Warm up, then measure until the time is over, but at least as many verdicts as are judged at a time."""
    from benchwright.judging.throughput import measure, warm_up
    from benchwright.sandbox import LocalSandbox
    from benchwright.sandbox.local import default_concurrency

    end = time.monotonic() + seconds
    async with LocalSandbox() as sandbox:
        await warm_up(sandbox, example, default_concurrency())
        return await measure(
            sandbox, example, lambda started: started < concurrency or time.monotonic() < end, concurrency
        )


def _row(language: str, found: Throughput) -> tuple[str, ...]:
    times = (_digits(1000 * found.percentile_s(percent)) for percent in (50, 95))
    memory = f"{found.memory_bytes / _MIB:.0f}"
    return (language, str(found.verdicts), _digits(found.per_s), _digits(found.cpu_s_per_1000), *times, memory)


def _digits(value: float) -> str:
    """Format a number with about three significant digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _document(language: str, found: Throughput) -> dict[str, Any]:
    return {
        "language": language,
        "toolchain": found.toolchain,
        "verdicts": found.verdicts,
        "wall_s": found.wall_s,
        "verdicts_per_s": found.per_s,
        "cpu_s_per_1000": found.cpu_s_per_1000,
        "p50_s": found.percentile_s(50),
        "p95_s": found.percentile_s(95),
        "memory_bytes": found.memory_bytes,
    }


def _note(skipped: Iterable[UsageError], failed: Iterable[ToolchainMissing]) -> None:
    for error in skipped:
        print(f"skipped {error.sentence}", file=sys.stderr)
    for error in failed:
        print(f"failed {error.sentence}", file=sys.stderr)
