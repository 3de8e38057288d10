"""pass^k: the chance that all of k samples pass, which tells whether a model can be relied on.

The estimator of Yao et al. 2024, "τ-bench": where c of n samples passed, C(c, k) / C(n, k); the mean over problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from benchwright.metrics.bootstrap import mean
from benchwright.metrics.outcome import Estimate, Options, Outcome, tallies


def pass_hat_k(n: int, c: int, k: int) -> float:
    """The estimate for one problem of which c of n samples passed; exact, as pass@k is."""
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"pass^{k} of {c} passed in {n} samples")
    return comb(c, k) / comb(n, k)


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """pass^k for each k from 2 on, for pass^1 is pass@1. A problem with fewer than k scored samples is left out."""
    found = tallies(outcomes).values()
    estimates = {
        f"pass^{k}": mean((pass_hat_k(tally.scored, tally.passed, k) for tally in found if tally.scored >= k), options)
        for k in options.k
        if k > 1
    }
    return {name: estimate for name, estimate in estimates.items() if estimate}
