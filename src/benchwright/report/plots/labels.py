"""Names beside points, so that none hides another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchwright.report.style import DARK, trim

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = 8
_LINE, _DOT, _GAP = 1.25 * _SIZE, 4.0, 3.0
"""In points: the height of a line, half of a dot, what is left between dot and name."""

Box = tuple[float, float, float, float]
"""Left, low, right, high, in points."""
Spot = tuple[str, float, float]
"""Which side of a name is at the point, and how far away its left, right or middle and its lower edge are."""


def label_points(axes: Axes, points: Sequence[tuple[float, float, str]]) -> None:
    """Write each name at the first spot around its point that is free; names of one point stand below each other. The
    scales must be as they stay."""
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
    """Right, left, and ever further above and below."""
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
