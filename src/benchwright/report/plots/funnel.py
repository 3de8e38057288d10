"""The funnel of a generation: what went on after each step, what did not, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.generate.funnel import Row
from benchwright.generate.reading import GenerationReading
from benchwright.report.drawing import new_figure
from benchwright.report.style import DARK, EXTERNAL, OURS, trim

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_REASONS = 3


def draw_funnel(title: str, generation: GenerationReading) -> Figure:
    """A bar for each step: those that went on, and those that were dropped."""
    rows = [row for row in generation.rows if row.entered]
    figure = new_figure(6.3, 0.26 * len(rows) + 1.1)
    axes = figure.add_subplot()
    places = range(len(rows))
    left = [row.left for row in rows]
    dropped = [row.entered - row.left for row in rows]
    axes.barh(places, left, color=OURS, height=0.72, label="went on")
    axes.barh(places, dropped, left=left, color=EXTERNAL, height=0.72, label="dropped", hatch="///", edgecolor="white")
    most = max((row.entered for row in rows), default=1)
    for place, row in enumerate(rows):
        text = f"{row.left}{f'   {_reasons(row)}' if row.left < row.entered else ''}"
        axes.text(row.entered + 0.012 * most, place, text, va="center_baseline", size=7.5, color=DARK)
    axes.set_yticks(places, [row.step for row in rows])
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.set_xlim(0, 1.5 * most)
    axes.set_xticks([tick for tick in axes.get_xticks() if tick <= 1.05 * most])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("items; beside each bar how many went on, and why the others did not")
    axes.set_title(trim(title), loc="left", fontsize=9)
    figure.legend(loc="outside upper right", ncols=2, frameon=False, fontsize=8)
    return figure


def _reasons(row: Row) -> str:
    ordered = sorted(row.reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{trim(reason)} {number}" for reason, number in ordered[:_MOST_REASONS]]
    more = len(ordered) - len(told)
    return ", ".join([*told, *([f"{more} more"] if more > 0 else [])])
