"""Plots of an analysis as SVG; the same analysis gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.report.analysis.distributions import draw_distributions, draw_pass_by_length
from benchwright.report.analysis.published import Published
from benchwright.report.analysis.records import Analysis
from benchwright.report.drawing import drawing, new_figure, write_figure
from benchwright.report.style import EXTERNAL, OURS, STANDARD, trim

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_BARS = 12

Drawing = Callable[[Analysis, Published], "Figure | None"]


def draw_all(folder: Path, analysis: Analysis, published: Published, suffix: str = ".svg") -> dict[str, str]:
    """Draw what there is something to draw of: name of a file → its title."""
    drawn: dict[str, str] = {}
    with drawing():
        for name, title, draw in _DRAWINGS:
            figure = draw(analysis, published)
            if figure is not None:
                write_figure(figure, folder / f"{name}{suffix}")
                drawn[f"{name}{suffix}"] = title
    return drawn


def _libraries(analysis: Analysis, published: Published) -> Figure | None:
    rows = [(name, row.standard, row.external) for name, row in published.datasets.rows.items()]
    rows.sort(key=lambda row: row[1] + row[2])
    rows.append(
        (f"{trim(analysis.name)} (this one)", len(analysis.diversity.standard), len(analysis.diversity.external))
    )
    figure = new_figure(7, 0.32 * len(rows) + 1.4)
    axes = figure.add_subplot()
    names, standard, external = ([row[place] for row in rows] for place in range(3))
    axes.barh(names, standard, color=STANDARD, label="standard")
    axes.barh(names, external, left=standard, color=EXTERNAL, label="external")
    for place, (_, inner, outer) in enumerate(rows):
        axes.text(inner + outer + 3, place, str(inner + outer), va="center", fontsize=8)
    axes.get_yticklabels()[-1].set_fontweight("bold")
    axes.set_xlabel("different libraries in the dataset")
    axes.legend(loc="lower right", frameon=False)
    axes.margins(x=0.1)
    source = published.sources[published.datasets.source].short
    axes.set_title(f"Libraries; all rows but this one published by {source}", loc="left", fontsize=9)
    return figure


def _shares(analysis: Analysis, published: Published) -> Figure | None:
    parts = list(_counts(analysis))
    if not parts:
        return None
    heights = [len(counts) + 1.5 for _, counts, _ in parts]
    figure = new_figure(7, 0.27 * sum(heights) + 0.3)
    grid = figure.add_gridspec(len(parts), 1, height_ratios=heights)
    for place, (title, counts, left_out) in enumerate(parts):
        axes = figure.add_subplot(grid[place])
        _bars(axes, title, counts, left_out, analysis.problems)
    axes.set_xlabel("share of problems in percent; the numbers count problems")
    return figure


def _counts(analysis: Analysis) -> Iterator[tuple[str, dict[str, int], int]]:
    """What to show, its counts, and how many are left out."""
    for title, counts in (
        ("language", analysis.diversity.languages),
        ("difficulty", analysis.difficulty.labels),
        ("topic", analysis.diversity.topics),
    ):
        if counts:
            shown = dict(list(counts.items())[:_MOST_BARS])
            yield title, shown, len(counts) - len(shown)


def _bars(axes: Axes, title: str, counts: dict[str, int], left_out: int, problems: int) -> None:
    names = [trim(name) for name in counts]
    shares = [100 * count / problems for count in counts.values()]
    axes.barh(range(len(names)), shares, color=OURS)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    for place, (share, count) in enumerate(zip(shares, counts.values(), strict=True)):
        axes.text(share + 1, place, str(count), va="center", fontsize=8)
    axes.set_xlim(0, 108)
    more = f", {left_out} more not shown" if left_out else ""
    axes.set_title(f"By {title}{more}", loc="left", fontsize=9)


_DRAWINGS: tuple[tuple[str, str, Drawing], ...] = (
    ("libraries", "Libraries beside published datasets", _libraries),
    ("complexity", "Tokens, depth and variables beside Exec-CSN", draw_distributions),
    ("shares", "Share by language, difficulty and topic", _shares),
    ("pass_by_length", "pass@1 by length of the target", draw_pass_by_length),
)
