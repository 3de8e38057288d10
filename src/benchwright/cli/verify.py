"""`benchwright verify`: check whether a job's verdicts reproduce on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, EXIT_UNSCORED, app
from benchwright.cli._help import EVALUATE
from benchwright.cli._output import progress_of

if TYPE_CHECKING:
    from benchwright.evaluation.verify import Recheck, Verification


@app.command(rich_help_panel=EVALUATE)
def verify(
    job: Annotated[Path, typer.Argument(metavar="JOB", help="Job directory of an evaluation.")],
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="Number of solutions to re-judge.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed of the draw.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Re-judge a sample of a job's solutions and compare verdicts.

    The solutions run on this machine. The job is not changed.

    Exit code: 0 all verdicts are the same, 1 some differ, 2 incorrect usage, 3 some could not be judged.
    """
    import msgspec

    from benchwright.cli._output import print_json

    found = asyncio.run(_verify(job, count, seed))
    if as_json:
        disagreements = msgspec.to_builtins(found.disagreements)
        print_json({"job": str(job), **msgspec.to_builtins(found), "disagreements": disagreements})
    else:
        _print(found)
    if found.disagreements:
        raise typer.Exit(EXIT_FAILED)
    if found.unscored:
        raise typer.Exit(EXIT_UNSCORED)


async def _verify(job: Path, count: int, seed: int) -> Verification:
    import contextlib

    from benchwright.evaluation.verify import verify as verify_job

    with contextlib.ExitStack() as stack:

        def begin(total: int) -> Callable[[Recheck], None]:
            advance = stack.enter_context(progress_of(total, "verify"))
            return lambda recheck: advance(f"{recheck.sample} {recheck.ours or 'unscored'}")

        return await verify_job(job, count=count, seed=seed, begin=begin)


def _print(found: Verification) -> None:
    from benchwright.cli._output import print_table

    for difference in found.different:
        typer.echo(f"differs from the job: {difference}")
    differing = (*found.disagreements, *found.unscored)
    if differing:
        rows = [(each.sample, each.theirs, each.ours or "unscored", each.why) for each in differing]
        print_table(("sample", "job", "this machine", "reason"), rows)
    same = len(found.rechecked) - len(differing)
    typer.echo(f"{same} of {len(found.rechecked)} verdicts are the same (the job has {found.judged})")
