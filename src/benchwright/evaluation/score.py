"""The numbers of a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.metrics.outcome import Estimate, Options, Outcome
from benchwright.metrics.registry import measure_all

SCORE_SCHEMA = 1


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Metrics over the judgements of a job, and what they leave out."""

    problems: int
    """Problems of the benchmark."""
    samples: int
    """Samples, each counted once however many turns it took."""
    states: Mapping[str, int]
    """How many samples were scored, unscored, unanswered, or belong to a problem with a defect."""
    reasons: Mapping[str, str] = {}
    """State → why the first sample in it is, where there is a reason; `codet`: why a choice is missing."""
    unplanned: int = 0
    """Problems without a reference: nobody saw what their tests do with a right solution, so a pass there has proof
    that the tests came to their end, but no canary."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """Metric → name → value with its interval."""
    schema: int = SCORE_SCHEMA
    """Version of this record."""

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
    """The score of these outcomes. Samples of problems with defects, and our own failures, count for nobody. `choices`
    says what choosing among several answers is worth."""
    last: dict[tuple[str, int], str] = {(each.problem, each.sample): each.state for each in outcomes}
    return Score(
        problems=len({each.problem for each in outcomes}),
        samples=len(last),
        states=dict(sorted(Counter(last.values()).items())),
        reasons=reasons,
        unplanned=unplanned,
        metrics={**measure_all(outcomes, options), "selection": choices},
    )
