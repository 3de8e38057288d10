"""Mean, lowest and highest of what was counted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from benchwright.metrics.complexity import Complexity
from benchwright.report.analysis.records import CodeSpread, Spread


def spread(values: Iterable[float]) -> Spread | None:
    """None of nothing."""
    found = sorted(values)
    if not found:
        return None
    return Spread(mean=math.fsum(found) / len(found), low=found[0], high=found[-1], n=len(found))


def code_spread(found: Sequence[Complexity]) -> CodeSpread | None:
    """Of each count; None of nothing."""
    if not found:
        return None
    rows = [
        {
            "tokens": each.tokens,
            "depth": each.depth,
            "variables": each.variables,
            "calls": each.calls,
            "imports_standard": len(each.imports_standard),
            "imports_external": len(each.imports_external),
        }
        for each in found
    ]
    spreads = {name: spread(row[name] for row in rows) for name in rows[0]}
    return CodeSpread(**{name: each for name, each in spreads.items() if each is not None})
