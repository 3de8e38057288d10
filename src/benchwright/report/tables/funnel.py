"""What was left of the items of a generation after each step."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.report.results import Results
from benchwright.report.tables.records import Cell, Column, DataTable


def funnel(results: Results) -> DataTable:
    """All generations among the jobs; steps that nothing came to are left out."""
    several = len(results.generations) > 1
    columns = (
        *([Column(name="generation")] if several else []),
        Column(name="step"),
        *(Column(name=name, kind="count") for name in ("in", "out")),
        *(Column(name=name, kind="count", optional=True) for name in ("waiting", "failed", "tokens")),
        Column(name="cost USD", kind="usd", optional=True),
        Column(name="why not", optional=True),
    )
    return DataTable(
        name="funnel", title="Funnel of the generation", columns=columns, rows=tuple(_rows(results, several))
    )


def _rows(results: Results, several: bool) -> Iterator[tuple[Cell, ...]]:
    for name, generation in results.generations.items():
        for row in generation.rows:
            if row.entered or row.waiting or row.failed:
                reasons = ", ".join(f"{reason} {number}" for reason, number in sorted(row.reasons.items()) if number)
                tokens = row.prompt_tokens + row.completion_tokens
                cells = (row.step, row.entered, row.left, row.waiting, row.failed, tokens, row.cost, reasons)
                yield (name, *cells) if several else cells
