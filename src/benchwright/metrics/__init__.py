"""Numbers from outcomes: pure functions, one metric per file."""

from benchwright.metrics.failure_class import FailureClass, classify
from benchwright.metrics.outcome import Estimate, Options, Outcome
from benchwright.metrics.registry import measure_all, metrics

__all__ = [
    "Estimate",
    "FailureClass",
    "Options",
    "Outcome",
    "classify",
    "measure_all",
    "metrics",
]
