"""The published figures that have no counterpart of ours, as tables."""

from __future__ import annotations

from benchwright.report.analysis.published import Numbers, Published
from benchwright.report.table import Table


def published_tables(published: Published) -> list[Table]:
    """One table for each, with its source."""
    return [
        _table("Making it: what was left", published.funnel, ("examples",), published),
        _table("pass@k, percent", published.pass_at_k, tuple(f"pass@{k}" for k in published.pass_at_k.k), published),
        _table("Tests of further authors, percent", published.extra_tests, published.extra_tests.columns, published),
        _table("Solved after so many revisions, percent", published.revisions, ("0", "1", "2", "3", "4"), published),
        _table(
            "pass@1 by author of the tests, percent",
            published.test_author_bias,
            published.test_author_bias.columns,
            published,
        ),
        _table("People, percent", published.human_study, ("share",), published),
        _table("Counts", published.autocodebench, ("count",), published),
    ]


def _table(title: str, numbers: Numbers, columns: tuple[str, ...], published: Published) -> Table:
    rows = [(name, *(f"{each:g}" for each in _row(row))) for name, row in numbers.rows.items()]
    return Table(
        title=f"{numbers.dataset}: {title[0].lower()}{title[1:]}",
        columns=("", *columns),
        rows=tuple(rows),
        note=f"Published: {published.sources[numbers.source].short}.",
    )


def _row(row: float | tuple[float, ...]) -> tuple[float, ...]:
    return row if isinstance(row, tuple) else (row,)
