"""Publication-quality plots of results."""

from benchwright.report.plots.draw import PLOTS, draw_results

__all__ = ["PLOTS", "draw_results"]
