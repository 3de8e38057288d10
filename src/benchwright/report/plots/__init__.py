"""Plots of results, good enough for a paper."""

from benchwright.report.plots.draw import PLOTS, draw_results

__all__ = ["PLOTS", "draw_results"]
