"""Draws figures in one style; the same numbers give the same bytes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchwright.problems.rows import replacement_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


OURS, STANDARD, EXTERNAL, DARK = "#0072B2", "#56B4E9", "#E69F00", "#333333"
GREEN, PURPLE, VERMILION, YELLOW, GREY = "#009E73", "#CC79A7", "#D55E00", "#F0E442", "#999999"
SERIES = (OURS, EXTERNAL, GREEN, PURPLE, VERMILION, STANDARD, DARK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

STYLE: dict[Any, Any] = {
    # Ids in the file come from this, not from chance; letters stay text, which can be searched and is small.
    "svg.hashsalt": "benchwright",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.dpi": 110,
    "text.parse_math": False,
}
_LONGEST = 32


def trim(name: str) -> str:
    """A name that fits beside a plot."""
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return "".join(letter if letter.isprintable() else "?" for letter in shown)


PLOTS_HINT = "`pip install 'benchwright[plots]'` brings it"


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


@contextlib.contextmanager
def drawing(**changes: Any) -> Iterator[None]:
    """Within it figures look as ours do, with these parameters changed."""
    import matplotlib

    with matplotlib.rc_context():
        # What the user set for other plots must not change these.
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE | changes)
        yield


def new_figure(width: float, height: float) -> Figure:
    """Without pyplot, which would keep every figure and look for a screen."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def write_figure(figure: Figure, file: Path) -> None:
    """Write it in the format that the file's name says, whole or not at all."""
    # Neither dates nor versions: the bytes must not change from day to day.
    metadata = {"Date": None, "Creator": None} if file.suffix == ".svg" else {"Software": None}
    with replacement_of(file) as opened:
        figure.savefig(opened, format=file.suffix[1:], metadata=metadata)
