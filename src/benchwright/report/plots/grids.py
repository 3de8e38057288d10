"""Models × languages as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.metrics.outcome import Estimate
from benchwright.report.drawing import new_figure
from benchwright.report.results import Results
from benchwright.report.style import DARK, trim
from benchwright.report.tables.breakdowns import languages

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DARK_BELOW = 55.0
"""Percent below which a cell is so dark that its number is white."""


def draw_languages(results: Results) -> Figure | None:
    """pass@1 in every cell; the first column is of all problems."""
    table = languages(results)
    if not table.rows:
        return None
    names = [column.name for column in table.columns[1:]]
    shares = [[_percent(cell) for cell in row[1:]] for row in table.rows]
    figure = new_figure(max(4.2, 0.46 * len(names) + 2.4), 0.32 * len(table.rows) + 1.5)
    axes = figure.add_subplot()
    # viridis: read alike with any colour vision, and in print without colour.
    axes.imshow(shares, cmap="viridis", vmin=0, vmax=100, aspect="auto")
    for row, cells in enumerate(shares):
        for place, share in enumerate(cells):
            letters = DARK if share != share or share >= _DARK_BELOW else "white"
            text = "" if share != share else f"{share:.0f}"
            weight = "bold" if place == 0 else "normal"
            axes.text(place, row, text, ha="center", va="center_baseline", color=letters, size=8, weight=weight)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(table.rows)), [trim(str(row[0])) for row in table.rows])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.axvline(0.5, color="white", linewidth=4)
    axes.set_xlabel("pass@1 in percent")
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _percent(cell: object) -> float:
    return 100 * cell.value if isinstance(cell, Estimate) else float("nan")
