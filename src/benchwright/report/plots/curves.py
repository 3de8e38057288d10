"""Curves: the effect of more samples, more turns and more money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from benchwright.metrics.outcome import Estimate, Options, tallies
from benchwright.metrics.pass_at_k import measure
from benchwright.report.drawing import DARK, MARKERS, OURS, SERIES, new_figure, trim
from benchwright.report.results import ModelResult, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_SIZE = 8
_LINE, _DOT, _GAP = 1.25 * _SIZE, 4.0, 3.0
"""In points: the height of a line, the radius of a dot, the gap between dot and name."""

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""
Spot = tuple[str, float, float]
"""Which side of a name is at the point, and the offsets of that side and of its lower edge."""


def label_points(axes: Axes, points: Sequence[tuple[float, float, str]]) -> None:
    """Write each name at the first free spot around its point, stacking names that share a point. The axis scales must
    be final."""
    figure = axes.get_figure()
    assert figure is not None
    figure.draw_without_rendering()  # type: ignore[union-attr]
    scale = 72 / figure.dpi
    frame = axes.get_window_extent()
    edges = scale * frame.x0, scale * frame.x1
    named: dict[tuple[float, float], list[str]] = {}
    for across, up, name in sorted(points):
        named.setdefault((across, up), []).append(trim(name))
    places = {point: tuple(map(float, scale * axes.transData.transform(point))) for point in named}
    taken: list[Box] = [(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in places.values()]
    for point, names in named.items():
        size = max(map(_width, names)), _LINE * len(names)
        spots = [(spot, _box(places[point], size, spot)) for spot in _spots(size[1])]
        free = (
            (spot, box)
            for spot, box in spots
            if edges[0] <= box[0] and box[2] <= edges[1] and not any(_overlap(box, other) for other in taken)
        )
        (side, right, up), box = next(free, spots[0])
        taken.append(box)
        axes.annotate(
            "\n".join(names),
            point,
            (right, up + size[1] / 2),
            textcoords="offset points",
            size=_SIZE,
            color=DARK,
            ha=side,
            va="center",
            linespacing=1.1,
        )


def _width(text: str) -> float:
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), text, size=_SIZE).get_extents().x1)


def _spots(height: float) -> list[Spot]:
    """Right, left, then further and further above and below."""
    away = _DOT + _GAP
    beside: list[Spot] = [("left", away, -height / 2), ("right", -away, -height / 2)]
    return beside + [
        (side, 0.0, up)
        for step in range(8)
        for up in (_DOT + 1 + step * _LINE, -_DOT - 1 - step * _LINE - height)
        for side in ("center", "left", "right")
    ]


def _box(place: Sequence[float], size: tuple[float, float], spot: Spot) -> Box:
    side, right, up = spot
    left = place[0] + right - size[0] * {"left": 0.0, "center": 0.5, "right": 1.0}[side]
    return left, place[1] + up, left + size[0], place[1] + up + size[1]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


_AFTER = "pass@1_after_turn_"
_WIDE_RANGE = 20
"""Ratio of highest to lowest cost above which the scale is logarithmic."""


def draw_pass_at_k(results: Results) -> Figure | None:
    """pass@1 to pass@n, for models with several samples."""
    curves = {model.name: _pass_at_k(model) for model in results.models}
    curves = {name: curve for name, curve in curves.items() if len(curve) > 1}
    return _lines(curves, "k: samples per problem", "pass@k (%)") if curves else None


def draw_turns(results: Results) -> Figure | None:
    """pass@1 after each turn with feedback, for models with several turns."""
    curves: dict[str, dict[int, Estimate]] = {}
    for model in results.models:
        found = {
            int(name.removeprefix(_AFTER)): each
            for name, each in model.metrics.get("turns", {}).items()
            if name.startswith(_AFTER)
        }
        if len(found) > 1:
            curves[model.name] = found
    return _lines(curves, "turn", "pass@1 after the turn (%)", gains=True) if curves else None


def draw_cost(results: Results) -> Figure | None:
    """Draw the total cost of ranked models against pass@1; a line joins the models that no cheaper one beats."""
    points = [
        (model.metrics["cost"]["cost_usd_total"].value, 100 * found.value, model.name)
        for model in results.models
        # The cost of a partial job is not comparable with that of a complete one.
        if model.ranked and (found := model.pass_at_1) and "cost_usd_total" in model.metrics.get("cost", {})
    ]
    points = [point for point in points if point[0] > 0]
    if not points:
        return None
    figure = new_figure(6.3, 3.6)
    axes = figure.add_subplot()
    best = _frontier(points)
    if len(best) > 1:
        axes.plot(*zip(*[point[:2] for point in best], strict=True), color=OURS, linewidth=1, alpha=0.5, zorder=1)
    axes.plot([point[0] for point in points], [point[1] for point in points], "o", color=OURS, zorder=2)
    if max(points)[0] > _WIDE_RANGE * min(points)[0]:
        axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda cost, _: f"{cost:g}")
    axes.margins(x=0.2, y=0.2)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_xlabel("cost of all answers in USD")
    axes.set_ylabel("pass@1 (%)")
    label_points(axes, points)
    return figure


def _pass_at_k(model: ModelResult) -> dict[int, Estimate]:
    """Only up to the k for which every problem has samples: the curve must not change its set of problems."""
    most = min((tally.scored for tally in tallies(model.outcomes).values()), default=0)
    found = measure(model.outcomes, Options(k=tuple(range(1, most + 1))))
    return {int(name.partition("@")[2]): each for name, each in found.items()}


def _lines(curves: Mapping[str, Mapping[int, Estimate]], across: str, up: str, *, gains: bool = False) -> Figure:
    figure = new_figure(6.3, 3.4)
    axes = figure.add_subplot()
    for place, (name, curve) in enumerate(curves.items()):
        colour, marker = SERIES[place % len(SERIES)], MARKERS[place % len(MARKERS)]
        steps = sorted(curve)
        values = [100 * curve[step].value for step in steps]
        style = "-" if place < len(SERIES) else "--"
        axes.plot(steps, values, style, marker=marker, color=colour, label=trim(name), markersize=5)
        if gains:
            _write_gains(axes, steps, values, colour)
        if len(curves) <= len(SERIES):
            lows, highs = ([_end(curve[step], side) for step in steps] for side in ("low", "high"))
            axes.fill_between(steps, lows, highs, color=colour, alpha=0.12, linewidth=0)
    axes.set_xticks(sorted({step for curve in curves.values() for step in curve}))
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.margins(x=0.04)
    legend = figure.legend(loc="outside right upper", frameon=False, fontsize=8, alignment="left")
    if len(curves) <= len(SERIES):
        legend.set_title("band: 95 % interval")
        legend.get_title().set_fontsize(7)
    return figure


def _write_gains(axes: Axes, steps: Sequence[int], values: Sequence[float], colour: str) -> None:
    for (_, before), (step, now) in pairwise(zip(steps, values, strict=True)):
        axes.annotate(
            f"{now - before:+.1f}", (step, now), (-6, 6), textcoords="offset points", ha="right", size=8, color=colour
        )


def _end(estimate: Estimate, side: str) -> float:
    end: float | None = getattr(estimate, side)
    return 100 * (estimate.value if end is None else end)


def _frontier(points: Sequence[tuple[float, float, str]]) -> list[tuple[float, float, str]]:
    best: list[tuple[float, float, str]] = []
    for point in sorted(points, key=lambda point: (point[0], -point[1])):
        if not best or point[1] > best[-1][1]:
            best.append(point)
    return best
