"""The score of a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.metrics import measure_all
from benchwright.metrics.outcome import Estimate, Options, Outcome

SCORE_SCHEMA = 1


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Metrics over the judgements of a job, and what they exclude."""

    problems: int
    """Number of problems in the benchmark."""
    samples: int
    """Number of samples, each counted once however many turns it took."""
    states: Mapping[str, int]
    """Number of samples that are scored, unscored, unanswered, or belong to a problem with a defect."""
    reasons: Mapping[str, str] = {}
    """State → reason of the first sample in that state, if there is one; `codet`: why a choice is missing."""
    unplanned: int = 0
    """Problems without a reference. Their tests were never tried on a correct solution, so a pass there proves that the
    tests ran to completion, but is not confirmed with altered tests."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """Metric → name → estimate with its interval."""
    schema: int = SCORE_SCHEMA
    """Version of this record's schema."""

    @property
    def complete(self) -> bool:
        """Whether every sample was answered and scored, apart from defects."""
        return not (self.states.get("unscored") or self.states.get("unanswered") or "codet" in self.reasons)


def score(
    outcomes: Sequence[Outcome],
    options: Options,
    choices: Mapping[str, Estimate],
    reasons: Mapping[str, str],
    unplanned: int,
) -> Score:
    """Compute the score of these outcomes. Samples of problems with defects, and benchwright's own failures, are
    excluded. `choices` holds the estimates of methods that choose among several answers."""
    last: dict[tuple[str, int], str] = {(each.problem, each.sample): each.state for each in outcomes}
    return Score(
        problems=len({each.problem for each in outcomes}),
        samples=len(last),
        states=dict(sorted(Counter(last.values()).items())),
        reasons=reasons,
        unplanned=unplanned,
        metrics={**measure_all(outcomes, options), "selection": choices},
    )
