"""`benchwright compare`: whether one model is better than another, or the difference is chance."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import app
from benchwright.cli._help import INSPECT
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.metrics.author_bias import AuthorBias
    from benchwright.metrics.compare import Comparison
    from benchwright.metrics.outcome import Estimate, Outcome

_PUBLISHED = (
    "published (Xie et al. 2024): GPT-4 leads GPT-3.5 by 6.6 points on its own tests (46.28 to 39.69 %), "
    "by 3.0 on GPT-3.5's (41.35 to 38.34 %)"
)


@app.command(rich_help_panel=INSPECT)
def compare(
    first: Annotated[Path, typer.Argument(metavar="JOB", help="Job directory of an evaluation.")],
    second: Annotated[Path, typer.Argument(metavar="JOB", help="Another evaluation on the same benchmark.")],
    more: Annotated[
        list[Path] | None, typer.Argument(metavar="JOB", help="More evaluations, each compared with the first.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Compare evaluations problem by problem.

    Prints the difference in pass@1 with its interval, wins and losses, and McNemar's test. If problems have tests by
    several known authors, also prints each model's pass rate on each author's tests, and how far an author leads on its
    own tests and on the tests of others.
    """
    import msgspec

    from benchwright.cli._output import print_json
    from benchwright.evaluation.reading import read_outcomes
    from benchwright.jobs.job import check_job
    from benchwright.metrics.compare import compare as compare_outcomes
    from benchwright.metrics.outcome import Options

    jobs = tuple(dict.fromkeys((first, second, *(more or ()))))
    for job in jobs:
        if not job.is_file():  # a file of results works as well
            check_job(job)
    outcomes = {job: read_outcomes(job) for job in (first, *jobs)}
    others = jobs[1:] or (second,)
    found = {job: compare_outcomes(outcomes[first], outcomes[job], Options()) for job in others}
    for job, comparison in found.items():
        _check(first, job, comparison)
    bias = _bias(outcomes)
    if as_json:
        pairs = [{"first": str(first), "second": str(job), **msgspec.to_builtins(each)} for job, each in found.items()]
        print_json({**pairs[0], "further": pairs[1:], "test_authors": msgspec.to_builtins(bias)})
        return
    for job, comparison in found.items():
        _print(first, job, comparison)
    if bias is not None:
        _print_bias(bias)


def _check(first: Path, second: Path, found: Comparison) -> None:
    if not found.problems:
        raise UsageError("the jobs have no scored problem in common", "compare evaluations of the same benchmark")
    if _decides(first, "benchmark") != _decides(second, "benchmark"):
        print("note: the jobs are evaluations of different benchmarks; problems are matched by id", file=sys.stderr)


def _decides(job: Path, name: str) -> str:
    """Return a pinned value of a job, such as the fingerprint of its problems; empty for a file of results."""
    from benchwright.jobs.manifest import read_manifest

    return str(read_manifest(job).pinned.get(name, "")) if job.is_dir() else ""


def _bias(outcomes: Mapping[Path, Sequence[Outcome]]) -> AuthorBias | None:
    """Measure the bias by model name. A job without a model, or with the model of another job, goes by its path."""
    from benchwright.metrics.author_bias import author_bias
    from benchwright.metrics.outcome import Options

    named: dict[str, Sequence[Outcome]] = {}
    for job, each in outcomes.items():
        model = _decides(job, "answers")
        name = model if model and not model.startswith("samples:") and model not in named else str(job)
        named[name] = each
    return author_bias(named, Options())


def _print(first: Path, second: Path, found: Comparison) -> None:
    from benchwright.cli._output import counted, print_table

    rows = [
        (str(first), _share(found.first)),
        (str(second), _share(found.second)),
        ("difference", _share(found.difference)),
        ("first wins / ties / second wins", f"{found.wins} / {found.ties} / {found.losses}"),
        ("McNemar, exact p", f"{found.mcnemar.p_exact:.4g}"),
        ("McNemar, mid p", f"{found.mcnemar.p_mid:.4g}"),
    ]
    print_table(("pass@1 on common problems", "value"), rows)
    typer.echo(f"{counted(found.problems, 'common problem')}, {found.left_out} excluded")


def _print_bias(bias: AuthorBias) -> None:
    from benchwright.cli._output import counted, print_table

    rows = [(each.author, each.model, _share(each.passed)) for each in bias.rates]
    print_table(("tests by", "answers by", "pass@1"), rows)
    if bias.leads:
        leads = [(each.model, _share(each.own), _share(each.other), _share(each.bias)) for each in bias.leads]
        print_table(("author", "lead on its own tests", "on others' tests", "bias"), leads)
    typer.echo(f"{counted(bias.problems, 'problem')} with tests by several authors; {_PUBLISHED}")


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.1%}"
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
