"""One row for each model: pass@1 with its interval, and how answers ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.report.drawing import new_figure
from benchwright.report.results import Results
from benchwright.report.style import DARK, EXTERNAL, GREEN, GREY, OURS, PURPLE, STANDARD, VERMILION, YELLOW, trim
from benchwright.report.tables.breakdowns import verdicts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = {
    "passed": GREEN,
    "wrong_answer": VERMILION,
    "compile_error": EXTERNAL,
    "runtime_error": PURPLE,
    "time_limit": STANDARD,
    "memory_limit": OURS,
    "output_limit": YELLOW,
    "incomplete": GREY,
    "tampered": DARK,
}
_LIGHT = {STANDARD, YELLOW, EXTERNAL, GREY, PURPLE}
"""Colours that dark letters are read on."""
_LEAST_LABELLED = 5.0
"""Percent: what is narrower has no room for its number."""

_MOST_IN_A_ROW = 5


def draw_pass_at_1(results: Results) -> Figure | None:
    """A dot and its 95 % interval."""
    models = [model for model in results.models if model.pass_at_1]
    if not models:
        return None
    figure = new_figure(6.3, 0.32 * len(models) + 0.9)
    axes = figure.add_subplot()
    for place, model in enumerate(models):
        found = model.pass_at_1
        assert found is not None
        value = 100 * found.value
        low, high = (100 * end if end is not None else value for end in (found.low, found.high))
        axes.plot([low, high], [place, place], color=OURS, linewidth=2, solid_capstyle="round", alpha=0.55)
        axes.plot([value], [place], "o", color=OURS, markerfacecolor=OURS if model.ranked else "white", markersize=6)
        axes.text(1.02, place, f"{value:.1f}", va="center_baseline", ha="left", transform=axes.get_yaxis_transform())
    _rows(axes, [model.name for model in models])
    axes.set_xlim(*_limits([end for model in models for end in _ends(model.pass_at_1)]))
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    hollow = "" if all(model.ranked for model in models) else "; hollow: only part of the problems is scored"
    axes.set_xlabel(f"pass@1 in percent, with 95 % interval{hollow}")
    return figure


def draw_verdicts(results: Results) -> Figure | None:
    """Stacked shares; each is written into its part where it has room."""
    table = verdicts(results)
    if not table.rows:
        return None
    names = [column.name for column in table.columns[1:]]
    figure = new_figure(6.3, 0.34 * len(table.rows) + 1.1)
    axes = figure.add_subplot()
    left = [0.0] * len(table.rows)
    for place, name in enumerate(names, start=1):
        shares = [100 * getattr(row[place], "value", 0.0) for row in table.rows]
        colour = _COLOURS.get(name, GREY)
        axes.barh(range(len(shares)), shares, left=left, color=colour, height=0.72, label=name, edgecolor="white")
        for row, share in enumerate(shares):
            if share >= _LEAST_LABELLED:
                letters = DARK if colour in _LIGHT else "white"
                axes.text(
                    left[row] + share / 2, row, f"{share:.0f}", va="center_baseline", ha="center", color=letters, size=8
                )
        left = [before + share for before, share in zip(left, shares, strict=True)]
    _rows(axes, [str(row[0]) for row in table.rows])
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of scored first answers in percent")
    figure.legend(
        loc="outside upper center",
        ncols=len(names) if len(names) <= 5 else (len(names) + 1) // 2,
        frameon=False,
        fontsize=8,
    )
    return figure


def _rows(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), [trim(name) for name in names])
    axes.set_ylim(len(names) - 0.45, -0.55)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _ends(found: object) -> list[float]:
    return [100 * end for name in ("value", "low", "high") if (end := getattr(found, name)) is not None]


def _limits(values: list[float]) -> tuple[float, float]:
    """All of the scale if the values need half of it, else the part that they need."""
    low, high = min(values), max(values)
    if high - low > 40:
        return -2, 102
    return max(-2.0, low - 5), min(102.0, high + 5)
