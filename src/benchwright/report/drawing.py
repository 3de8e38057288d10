"""Draw figures in one style; the same numbers give identical bytes."""

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
    # A fixed salt makes ids reproducible; text stays text, which is searchable and small.
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
    """Shorten a name to fit next to a plot."""
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return "".join(letter if letter.isprintable() else "?" for letter in shown)


PLOTS_HINT = "pip install 'benchwright[plots]'"


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


@contextlib.contextmanager
def drawing(**changes: Any) -> Iterator[None]:
    """Apply benchwright's figure style, with these parameters changed, inside the block."""
    import matplotlib

    with matplotlib.rc_context():
        # Ignore the user's own matplotlib settings.
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE | changes)
        yield


def new_figure(width: float, height: float) -> Figure:
    """Create a figure without pyplot, which would keep every figure and look for a display."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def write_figure(figure: Figure, file: Path) -> None:
    """Write the figure atomically, in the format that the file's suffix names."""
    # Omit dates and versions, to keep the bytes reproducible.
    metadata = {"Date": None, "Creator": None} if file.suffix == ".svg" else {"Software": None}
    with replacement_of(file) as opened:
        figure.savefig(opened, format=file.suffix[1:], metadata=metadata)
