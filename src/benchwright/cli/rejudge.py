"""`benchwright rejudge`: re-judge the stored answers of a job."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.cli._help import EVALUATE
from benchwright.cli._options import SandboxOption


@app.command(rich_help_panel=EVALUATE)
def rejudge(
    job: Annotated[Path, typer.Argument(metavar="JOB", help="Job directory of an evaluation.")],
    re_extract: Annotated[
        bool, typer.Option("--re-extract", help="Re-extract the code from each answer, and judge only changed code.")
    ] = False,
    k: Annotated[
        str, typer.Option("--k", metavar="LIST", help="Values of k for pass@k, as in 1,5. Default: as before.")
    ] = "",
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print score and changes as one JSON document.")] = False,
) -> None:
    """Re-judge a job's stored answers without asking the model.

    The new verdicts replace the old ones in the job.

    Exit code: 0 done, 2 incorrect usage, 3 some samples are still unanswered or unscored.
    """
    import msgspec

    from benchwright.cli._evaluation import EvaluationProgress, print_score
    from benchwright.cli._options import read_ks
    from benchwright.cli._output import print_json, print_table
    from benchwright.evaluation.rejudge import rejudge as judge_again
    from benchwright.jobs.job import check_job
    from benchwright.metrics.outcome import Options

    check_job(job)
    progress = EvaluationProgress(verb="judge")
    try:
        options = Options(k=read_ks(k)) if k else None
        work = judge_again(job, re_extract=re_extract, options=options, begin=progress.begin, sandbox=sandbox)
        done = asyncio.run(work)
    except KeyboardInterrupt:
        print("Interrupted. Re-run the same command to resume.", file=sys.stderr)
        raise
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
