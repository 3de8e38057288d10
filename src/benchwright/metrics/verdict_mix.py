"""How the samples ended: the share of each verdict among the scored ones, and the share of those that were not scored.

Plain shares, with intervals over problems (bootstrap.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.metrics.bootstrap import shares
from benchwright.metrics.outcome import Estimate, Options, Outcome, first_answers


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute states as shares of all first-turn answers, and verdicts as shares of the scored ones; `n` counts
    samples."""
    answers = first_answers(outcomes)
    states = shares([(answer.problem, answer.state) for answer in answers], options)
    verdicts = shares([(answer.problem, answer.verdict) for answer in answers if answer.scored], options)
    return states | verdicts
