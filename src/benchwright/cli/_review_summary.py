"""Shows what reviews came to: tables of at most 80 columns, readable without colour."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from benchwright.cli._output import print_table
from benchwright.cli._printable import printable

if TYPE_CHECKING:
    from benchwright.report.review import ReviewOverview, ReviewSummary, Spread
    from benchwright.report.reviewing.export import Export

_ENDS = {"difficulty": "trivial … hard", "clarity": "unclear … clear", "test quality": "useless … right"}
_SHOWN = 10


def print_overview(found: ReviewOverview) -> None:
    """The summary for people."""
    summary = found.summary
    typer.echo(f"{summary.reviewed} of {summary.problems} problems reviewed by {_people(summary)}")
    print_table(("decision", "reviews"), [(name, str(count)) for name, count in _decisions(summary)])
    print_table(
        ("", "here", "of", "published"),
        [(row.name, _share(row.part, row.whole), str(row.whole), _percent(row.published)) for row in found.study],
    )
    typer.echo(_tries(summary))
    ratings = {"difficulty": summary.difficulty, "clarity": summary.clarity, "test quality": summary.test_quality}
    rows = [_rating(name, spread) for name, spread in ratings.items()]
    print_table(("rating", "1", "2", "3", "4", "5", "mean", "1 … 5"), rows)
    for what, names in (("corrected", summary.corrected), ("rejected", summary.rejected)):
        if names:
            typer.echo(f"{what}: {_listed(names)}")
    typer.echo(f"published: {found.source}")


def tell_export(exported: Export, file: Path) -> None:
    """What was written, and what was not, by name."""
    for what, found in (("fails", exported.unsound), ("cannot be checked here", exported.unchecked)):
        for name, why in found.items():
            print(f"left out {printable(name)}: its correction {what}: {printable(why)}", file=sys.stderr)
    for name in exported.rejected:
        print(f"left out {printable(name)}: rejected", file=sys.stderr)
    counted = f"{len(exported.corrected)} corrected, {exported.open} without a decision"
    print(f"wrote {len(exported.problems)} problems to {file} ({counted})", file=sys.stderr)


def _people(summary: ReviewSummary) -> str:
    return ", ".join(map(printable, summary.reviewers)) or "nobody yet"


def _decisions(summary: ReviewSummary) -> Iterable[tuple[str, int]]:
    return ((name, summary.decisions.get(name, 0)) for name in ("accepted", "rejected", "corrected"))


def _tries(summary: ReviewSummary) -> str:
    """How many tries those needed that were solved."""
    if not summary.solved:
        return f"{summary.tried} problems tried, none solved yet" if summary.tried else "nobody tried a problem yet"
    cumulative = (0, *summary.solved_after)
    new = [after - before for before, after in itertools.pairwise(cumulative)]
    needed = sum(tries * count for tries, count in enumerate(new, start=1)) / summary.solved
    most = max(tries for tries, count in enumerate(new, start=1) if count)
    return f"tries needed where it was solved: {needed:.1f} on average, {most} at most"


def _rating(name: str, spread: Spread) -> tuple[str, ...]:
    mean = "-" if spread.mean is None else f"{spread.mean:.2f}"
    return (name, *map(str, spread.counts), mean, _ENDS[name])


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}%"


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(printable, names[:_SHOWN])) + more
