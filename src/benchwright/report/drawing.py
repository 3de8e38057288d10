"""Makes figures and writes them, always in the same way: the same numbers give the same bytes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchwright.problems.replacement import replacement_of
from benchwright.report.style import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
