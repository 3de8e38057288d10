"""`benchwright rejudge`: new verdicts from kept answers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.cli._options import SandboxOption


@app.command()
def rejudge(
    job: Annotated[Path, typer.Argument(metavar="JOB", help="Job directory of an evaluation.")],
    re_extract: Annotated[
        bool, typer.Option("--re-extract", help="Find the code anew in each answer; judge only what changed.")
    ] = False,
    k: Annotated[str, typer.Option("--k", metavar="LIST", help="The k of pass@k. Default: as before.")] = "",
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print score and changes as one JSON document.")] = False,
) -> None:
    """Judge all kept answers of a job again, in place, without asking the model.

    Exit code: 0 done, 2 wrong use, 3 some samples are not answered or not scored yet.
    """
    import msgspec

    from benchwright.cli._evaluation import EvaluationProgress, print_score
    from benchwright.cli._options import read_ks
    from benchwright.cli._output import print_json, print_table
    from benchwright.evaluation.rejudge import rejudge as judge_again
    from benchwright.jobs.job import check_job
    from benchwright.metrics.outcome import Options

    check_job(job)
    progress = EvaluationProgress()
    try:
        options = Options(k=read_ks(k)) if k else None
        work = judge_again(job, re_extract=re_extract, options=options, begin=progress.begin, sandbox=sandbox)
        done = asyncio.run(work)
    finally:
        progress.end()
    if as_json:
        print_json({"job": str(job), **msgspec.to_builtins(done)})
    else:
        print_score(done.score)
        typer.echo(f"{len(done.changes)} verdicts changed")
        if done.changes:
            print_table(("sample", "before", "now"), [(each.sample, each.before, each.now) for each in done.changes])
    if not done.score.complete:
        raise typer.Exit(EXIT_UNSCORED)
