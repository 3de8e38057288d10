"""Analysis of a benchmark: diversity, complexity and difficulty, next to published figures."""

from benchwright.report.analysis.analyze import analyze
from benchwright.report.analysis.published import Published, published
from benchwright.report.analysis.records import Analysis

__all__ = ["Analysis", "Published", "analyze", "published"]
