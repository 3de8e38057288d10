"""`benchwright compare`: is one model better than another, or was it luck?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import app
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.metrics.compare import Comparison
    from benchwright.metrics.outcome import Estimate


@app.command()
def compare(
    first: Annotated[Path, typer.Argument(metavar="JOB", help="Job directory of an evaluation.")],
    second: Annotated[Path, typer.Argument(metavar="JOB", help="Another one, on the same benchmark.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Compare two evaluations problem by problem: difference with its interval, McNemar's test, wins and losses."""
    import msgspec

    from benchwright.cli._output import print_json
    from benchwright.evaluate.resultsets import read_outcomes
    from benchwright.metrics.compare import compare as compare_outcomes
    from benchwright.metrics.outcome import Options

    found = compare_outcomes(read_outcomes(first), read_outcomes(second), Options())
    if not found.problems:
        raise UsageError("the two have no scored problem in common", "were they made on the same benchmark?")
    if _benchmark(first) != _benchmark(second):
        print("the two were made on different benchmarks; problems are matched by id", file=sys.stderr)
    if as_json:
        print_json({"first": str(first), "second": str(second), **msgspec.to_builtins(found)})
    else:
        _print(first, second, found)


def _benchmark(job: Path) -> str:
    """The fingerprint of its problems; a file of results has none."""
    from benchwright.jobs.manifest import read_manifest

    return str(read_manifest(job).decides.get("benchmark", "")) if job.is_dir() else ""


def _print(first: Path, second: Path, found: Comparison) -> None:
    from benchwright.cli._output import print_table

    rows = [
        (str(first), _share(found.first)),
        (str(second), _share(found.second)),
        ("difference", _share(found.difference)),
        ("first wins / ties / second wins", f"{found.wins} / {found.ties} / {found.losses}"),
        ("McNemar, exact p", f"{found.mcnemar.p_exact:.4g}"),
        ("McNemar, mid p", f"{found.mcnemar.p_mid:.4g}"),
    ]
    print_table(("pass@1 on common problems", "value"), rows)
    typer.echo(f"{found.problems} common problems, {found.left_out} left out")


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.1%}"
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
