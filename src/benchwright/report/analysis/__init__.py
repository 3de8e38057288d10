"""What a benchmark is like: how varied, how complex, how hard; beside figures that others published."""

from benchwright.report.analysis.analyze import analyze
from benchwright.report.analysis.published import Published, published
from benchwright.report.analysis.records import Analysis

__all__ = ["Analysis", "Published", "analyze", "published"]
