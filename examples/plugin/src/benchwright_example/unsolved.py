"""Share of problems that no sample solves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.metrics.bootstrap import rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, tallies


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Estimate the share, with an interval; nothing if no sample was scored."""
    estimate = rate((float(tally.passed == 0) for tally in tallies(outcomes).values()), options)
    return {"unsolved": estimate} if estimate else {}
