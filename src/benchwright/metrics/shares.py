"""Shares of labels among samples, with intervals from a bootstrap of their ratio over problems (Efron and Tibshirani
1993): samples of one problem go together."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.metrics.bootstrap import ratio
from benchwright.metrics.outcome import Estimate, Options


def shares(labels: Sequence[tuple[str, str]], options: Options) -> dict[str, Estimate]:
    """The share of each label among these pairs of problem and label, the most frequent first."""
    problems: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    for problem, label in labels:
        problems.setdefault(problem, []).append(label)
        totals[label] = totals.get(label, 0) + 1
    estimates: dict[str, Estimate] = {}
    for label in sorted(totals, key=lambda label: (-totals[label], label)):
        units = ((float(group.count(label)), float(len(group))) for group in problems.values())
        if estimate := ratio(units, options, n=len(labels)):
            estimates[label] = estimate
    return estimates
