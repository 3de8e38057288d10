"""pass^k: the probability that all of k samples pass, which shows how reliable a model is.

The estimator of Yao et al. 2024, "τ-bench": C(c, k) / C(n, k) if c of n samples passed; the mean over problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from benchwright.metrics.bootstrap import rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, tallies


def pass_hat_k(n: int, c: int, k: int) -> float:
    """Return the estimate for one problem with c of n samples passed; exact, like pass@k."""
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"pass^{k} of {c} passed in {n} samples")
    return comb(c, k) / comb(n, k)


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute pass^k for each k from 2, as pass^1 is pass@1. Problems with fewer than k scored samples are excluded."""
    found = tallies(outcomes).values()
    estimates = {
        f"pass^{k}": rate((pass_hat_k(tally.scored, tally.passed, k) for tally in found if tally.scored >= k), options)
        for k in options.k
        if k > 1
    }
    return {name: estimate for name, estimate in estimates.items() if estimate}
