"""pass@k: the probability that at least one of k samples passes.

The unbiased estimator of Chen et al. 2021, "Evaluating Large Language Models Trained on Code": 1 - C(n-c, k) / C(n, k)
if c of n samples passed; the mean over problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from benchwright.metrics.bootstrap import rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, tallies


def pass_at_k(n: int, c: int, k: int) -> float:
    """Return the estimate for one problem with c of n samples passed.

    Uses integers until the only division, which rounds once: exact to the last digit of a float.
    """
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"pass@{k} of {c} passed in {n} samples")
    draws = comb(n, k)
    return (draws - comb(n - c, k)) / draws


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute pass@k for each k. Problems with fewer than k scored samples are excluded: `n` says how many count."""
    found = tallies(outcomes).values()
    estimates = {
        f"pass@{k}": rate((pass_at_k(tally.scored, tally.passed, k) for tally in found if tally.scored >= k), options)
        for k in options.k
    }
    return {name: estimate for name, estimate in estimates.items() if estimate}
