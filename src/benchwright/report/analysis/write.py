"""Writes an analysis into a folder: analysis.md, analysis.json, and plots where matplotlib is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from benchwright.problems.replacement import replacement_of
from benchwright.report.analysis.published import Published, published
from benchwright.report.analysis.published_tables import published_tables
from benchwright.report.analysis.records import Analysis
from benchwright.report.analysis.tables import tables
from benchwright.report.drawing import PLOTS_HINT, can_draw
from benchwright.report.text import markdown

_NO_PLOTS = f"no plots: matplotlib is missing; {PLOTS_HINT}"


def as_document(analysis: Analysis, figures: Published) -> dict[str, Any]:
    """The analysis as JSON, with the published figures apart from ours."""
    document: dict[str, Any] = msgspec.to_builtins(analysis)
    return {**document, "published": msgspec.to_builtins(figures)}


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What was put into a folder beside analysis.md and analysis.json."""

    plots: int
    """How many pictures."""
    missing: str
    """Why there are none, if something is not installed."""


def write_analysis(folder: Path, analysis: Analysis) -> Written:
    """Write the files, each whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    plots: dict[str, str] = {}
    if can_draw():
        from benchwright.report.analysis.plots import draw_all

        plots = draw_all(folder, analysis, published())
    data = msgspec.json.format(msgspec.json.encode(as_document(analysis, published())), indent=2)
    _write(folder / "analysis.json", data + b"\n")
    _write(folder / "analysis.md", _page(analysis, plots).encode(errors="replace"))
    return Written(plots=len(plots), missing="" if can_draw() else _NO_PLOTS)


def _write(file: Path, data: bytes) -> None:
    with replacement_of(file) as opened:
        opened.write(data)


def _page(analysis: Analysis, plots: dict[str, str]) -> str:
    pictures = "".join(f"![{title}]({file})\n\n" for file, title in plots.items())
    return (
        f"# {analysis.name}\n\n"
        f"Benchmark: `{analysis.benchmark}`, fingerprint `{analysis.fingerprint}`.\n\n"
        f"{analysis.problems} problems. What each number means and how it is counted: docs/analysis.md.\n\n"
        f"{markdown(tables(analysis, published()))}\n"
        f"{pictures and f'## Plots{chr(10)}{chr(10)}{pictures}'}"
        f"## Published figures\n\nNot ours; each with its source.\n\n{markdown(published_tables(published()), level=3)}"
    )
