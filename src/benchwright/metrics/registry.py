"""Finds the metrics by listing this folder: a module with a function `measure(outcomes, options)` is one."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from benchwright.metrics.outcome import Estimate, Options, Outcome

Measure = Callable[[Sequence[Outcome], Options], Mapping[str, Estimate]]


@functools.cache
def metrics() -> Mapping[str, Measure]:
    """Every metric of a single result set, by the name of its file, sorted."""
    found: dict[str, Measure] = {}
    for name in sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])):
        measure = getattr(importlib.import_module(f"{__package__}.{name}"), "measure", None)
        if measure is not None:
            found[name] = measure
    return MappingProxyType(found)


def measure_all(outcomes: Sequence[Outcome], options: Options | None = None) -> dict[str, dict[str, Estimate]]:
    """Name of a metric's file → its estimates. A number that nothing is known about is absent."""
    options = options or Options()
    return {name: dict(measure(outcomes, options)) for name, measure in metrics().items()}
