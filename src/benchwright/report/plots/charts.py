"""Charts: pass@1 per model with intervals, verdicts, models × languages, and the funnel of a generation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.generate.funnel import Row
from benchwright.generate.reading import GenerationReading
from benchwright.metrics.outcome import Estimate
from benchwright.report.drawing import (
    DARK,
    EXTERNAL,
    GREEN,
    GREY,
    OURS,
    PURPLE,
    STANDARD,
    VERMILION,
    YELLOW,
    new_figure,
    trim,
)
from benchwright.report.results import Results
from benchwright.report.tables.results import languages, verdicts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_DARK_BELOW = 55.0
"""Percentage below which a cell is so dark that its label is white."""


def draw_languages(results: Results) -> Figure | None:
    """pass@1 in every cell; the first column covers all problems."""
    table = languages(results)
    if not table.rows:
        return None
    names = [column.name for column in table.columns[1:]]
    shares = [[_percent(cell) for cell in row[1:]] for row in table.rows]
    figure = new_figure(max(4.2, 0.46 * len(names) + 2.4), 0.32 * len(table.rows) + 1.5)
    axes = figure.add_subplot()
    # viridis is readable with any colour vision, and in greyscale.
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
    axes.set_xlabel("pass@1 (%)")
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _percent(cell: object) -> float:
    return 100 * cell.value if isinstance(cell, Estimate) else float("nan")


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
"""Colours that need dark labels."""
_LEAST_LABELLED = 5.0
"""Percentage below which a bar has no room for its label."""

_MOST_IN_A_ROW = 5


def draw_pass_at_1(results: Results) -> Figure | None:
    """Draw one dot per model with its 95 % interval."""
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
    hollow = "" if all(model.ranked for model in models) else "; hollow: too few problems scored to be ranked"
    axes.set_xlabel(f"pass@1 (%) with 95 % interval{hollow}")
    return figure


def draw_verdicts(results: Results) -> Figure | None:
    """Draw stacked shares, labelled where there is room."""
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
    axes.set_xlabel("share of scored first answers (%)")
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
    """Return the full scale if the values span much of it, else the part they need."""
    low, high = min(values), max(values)
    if high - low > 40:
        return -2, 102
    return max(-2.0, low - 5), min(102.0, high + 5)


_MOST_REASONS = 3


def draw_funnel(title: str, generation: GenerationReading) -> Figure:
    """Draw one bar per step: items kept and items dropped."""
    rows = [row for row in generation.rows if row.entered]
    figure = new_figure(6.3, 0.26 * len(rows) + 1.1)
    axes = figure.add_subplot()
    places = range(len(rows))
    left = [row.left for row in rows]
    dropped = [row.entered - row.left for row in rows]
    axes.barh(places, left, color=OURS, height=0.72, label="kept")
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
    axes.set_xlabel("items; labels: kept, and why others were dropped")
    axes.set_title(trim(title), loc="left", fontsize=9)
    figure.legend(loc="outside upper right", ncols=2, frameon=False, fontsize=8)
    return figure


def _reasons(row: Row) -> str:
    ordered = sorted(row.reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = [f"{trim(reason)} {number}" for reason, number in ordered[:_MOST_REASONS]]
    more = len(ordered) - len(shown)
    return ", ".join([*shown, *([f"{more} more"] if more > 0 else [])])
