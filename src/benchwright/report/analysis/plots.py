"""Plots of an analysis as SVG; the same analysis gives identical bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.report.analysis.measures import RANGES
from benchwright.report.analysis.published import Published, Triple
from benchwright.report.analysis.records import Analysis
from benchwright.report.drawing import (
    DARK,
    EXTERNAL,
    MARKERS,
    OURS,
    SERIES,
    STANDARD,
    drawing,
    new_figure,
    trim,
    write_figure,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_COUNTS = (("tokens", "code tokens"), ("depth", "tree depth (nodes)"), ("variables", "variables"))
_BINS = 20


def draw_distributions(analysis: Analysis, published: Published) -> Figure | None:
    """Draw one row for context and target together and one for the target alone, if they were measured."""
    from matplotlib.figure import Figure

    figures = published.complexity
    kinds = [
        ("context + target", [(each.language, each.all) for each in analysis.measured if each.all], figures.all),
        ("target", [(each.language, each.target) for each in analysis.measured if each.target], figures.target),
    ]
    kinds = [kind for kind in kinds if kind[1]]
    if not kinds:
        return None
    figure = Figure(figsize=(9, 2.5 * len(kinds) + 0.6), layout="constrained")
    grid = figure.subplots(len(kinds), len(_COUNTS), squeeze=False)
    for row, (title, found, reported) in zip(grid, kinds, strict=True):
        for axes, (name, label) in zip(row, _COUNTS, strict=True):
            _histogram(axes, [(language, each[name]) for language, each in found], getattr(reported, name))
            axes.set_xlabel(f"{label}, {title}")
        row[0].set_ylabel("problems")
    handles, labels = grid[0][0].get_legend_handles_labels()
    source = published.sources[figures.source].short
    labels = [label.format(dataset=figures.dataset, source=source) for label in labels]
    figure.legend(handles, labels, loc="outside upper center", ncols=4, frameon=False, fontsize=8)
    return figure


def _histogram(axes: Axes, values: Sequence[tuple[str, int]], reported: Triple) -> None:
    """Separate Python from other languages, because the published figures are for Python."""
    from matplotlib.ticker import MaxNLocator

    low, high = min(value for _, value in values), max(value for _, value in values)
    step = max(1, -(-(high - low + 1) // _BINS))
    edges = [low - 0.5 + step * place for place in range((high - low) // step + 2)]
    groups = {
        "Python, this benchmark": [value for language, value in values if language == "python"],
        "other languages, this benchmark": [value for language, value in values if language != "python"],
    }
    shown = {name: group for name, group in groups.items() if group}
    colours = [{"P": OURS, "o": STANDARD}[name[0]] for name in shown]
    axes.hist(list(shown.values()), bins=edges, color=colours, label=list(shown), stacked=True)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    top = axes.get_ylim()[1]
    axes.set_ylim(0, 1.18 * top)
    mean, lowest, highest = reported
    axes.hlines(1.1 * top, lowest, highest, color=EXTERNAL, linewidth=3, label="{dataset}, range")
    axes.plot(
        [mean], [1.1 * top], marker="D", color=DARK, linestyle="", markersize=6, label="{dataset}, mean ({source})"
    )


def draw_pass_by_length(analysis: Analysis, published: Published) -> Figure | None:
    """pass@1 with its interval per range of lengths, one line per job."""
    from matplotlib.figure import Figure

    jobs = {name: job.by_target_tokens for name, job in analysis.difficulty.jobs.items() if job.by_target_tokens}
    if not jobs:
        return None
    ranges = [name for name in RANGES if any(name in found for found in jobs.values())]
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.add_subplot()
    for number, (name, found) in enumerate(jobs.items()):
        shift = 0.08 * (number - (len(jobs) - 1) / 2)
        here = [place for place, each in enumerate(ranges) if each in found]
        values = [100 * found[ranges[place]].value for place in here]
        ends = [(found[ranges[place]].low, found[ranges[place]].high) for place in here]
        below = [value - 100 * low if low is not None else 0 for value, (low, _) in zip(values, ends, strict=True)]
        above = [100 * high - value if high is not None else 0 for value, (_, high) in zip(values, ends, strict=True)]
        axes.errorbar(
            [place + shift for place in here],
            values,
            yerr=(below, above),
            color=SERIES[number % len(SERIES)],
            marker=MARKERS[number // len(SERIES) % len(MARKERS)],
            capsize=3,
            label=trim(name),
        )
    axes.set_xticks(range(len(ranges)), ranges)
    axes.set_ylim(-3, 103)
    part = "target" if analysis.complexity.target else "reference"
    axes.set_xlabel(f"code tokens of the {part}")
    axes.set_ylabel("pass@1 (%), 95 % interval")
    axes.legend(loc="best", frameon=False)
    return figure


_MOST_BARS = 12

Drawing = Callable[[Analysis, Published], "Figure | None"]


def draw_all(folder: Path, analysis: Analysis, published: Published, suffix: str = ".svg") -> dict[str, str]:
    """Draw every plot that has data. Returns file name → title."""
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
    axes.set_xlabel("distinct libraries in the dataset")
    axes.legend(loc="lower right", frameon=False)
    axes.margins(x=0.1)
    source = published.sources[published.datasets.source].short
    axes.set_title(f"Libraries; other rows published by {source}", loc="left", fontsize=9)
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
    axes.set_xlabel("share of problems (%); labels are counts")
    return figure


def _counts(analysis: Analysis) -> Iterator[tuple[str, dict[str, int], int]]:
    """Yield title, counts to show, and how many are omitted."""
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
    ("libraries", "Libraries compared with published datasets", _libraries),
    ("complexity", "Tokens, depth and variables compared with Exec-CSN", draw_distributions),
    ("shares", "Share by language, difficulty and topic", _shares),
    ("pass_by_length", "pass@1 by length of the target", draw_pass_by_length),
)
