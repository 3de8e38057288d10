"""Publication-quality plots of results: draws every plot that has data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.report.drawing import drawing, write_figure
from benchwright.report.plots.charts import draw_funnel, draw_languages, draw_pass_at_1, draw_verdicts
from benchwright.report.plots.curves import draw_cost, draw_pass_at_k, draw_turns
from benchwright.report.results import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DRAWINGS: dict[str, Callable[[Results], Figure | None]] = {
    "pass_at_1": draw_pass_at_1,
    "languages": draw_languages,
    "pass_at_k": draw_pass_at_k,
    "cost": draw_cost,
    "turns": draw_turns,
    "verdicts": draw_verdicts,
}
_FUNNEL = "funnel"
_FOR_PAPER = {"savefig.dpi": 200, "figure.facecolor": "white", "axes.axisbelow": True}

PLOTS = (*_DRAWINGS, _FUNNEL)
"""Names of the plots, in order."""


def draw_results(folder: Path, results: Results, suffix: str, only: str = "") -> list[Path]:
    """Draw all plots, or the named one, into an existing folder, and return the files."""
    written: list[Path] = []
    with drawing(**_FOR_PAPER):
        for name, figure in _figures(results, [only] if only else PLOTS):
            file = folder / f"{name}{suffix}"
            write_figure(figure, file)
            written.append(file)
    return written


def _figures(results: Results, names: Sequence[str]) -> Iterator[tuple[str, Figure]]:
    for name in names:
        if name != _FUNNEL:
            figure = _DRAWINGS[name](results)
            if figure is not None:
                yield name, figure
            continue
        for place, (title, generation) in enumerate(results.generations.items(), start=1):
            yield name if len(results.generations) == 1 else f"{name}-{place}", draw_funnel(title, generation)
