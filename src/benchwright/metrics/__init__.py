"""Metrics: pure functions from outcomes to numbers, one per file. A file with `measure` is a metric."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from benchwright.metrics.failure_class import FailureClass, classify
from benchwright.metrics.outcome import Estimate, Options, Outcome
from benchwright.plugins import load_plugin, plugins

__all__ = [
    "Estimate",
    "FailureClass",
    "Options",
    "Outcome",
    "classify",
    "measure_all",
    "metrics",
]

Measure = Callable[[Sequence[Outcome], Options], Mapping[str, Estimate]]


@functools.cache
def metrics() -> Mapping[str, Measure]:
    """Return every metric of a single result set, by the name of its file or plugin, sorted."""
    found: dict[str, Measure] = {}
    files = frozenset(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    for name in sorted(files):
        measure = getattr(importlib.import_module(f"{__package__}.{name}"), "measure", None)
        if measure is not None:
            found[name] = measure
    for name, entry in plugins("metrics", files).items():
        found[name] = load_plugin(entry, "measure").measure
    return MappingProxyType(dict(sorted(found.items())))


def measure_all(outcomes: Sequence[Outcome], options: Options | None = None) -> dict[str, dict[str, Estimate]]:
    """Map the name of each metric to its estimates. Numbers without data are absent."""
    options = options or Options()
    return {name: dict(measure(outcomes, options)) for name, measure in metrics().items()}
