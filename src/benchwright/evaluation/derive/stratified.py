"""A smaller benchmark with the same proportions as the whole."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from benchwright.problems import Problem

Stratum = Literal["language", "difficulty", "tag"]


def stratified(problems: Sequence[Problem], size: int, by: Sequence[Stratum], seed: int) -> list[Problem]:
    """Draw exactly `size` problems, about `size / len(problems)` of each stratum, reproducibly by `seed`, in their
    original order. Each stratum gets its share rounded down; the rest goes to those with the largest remainders."""
    if size >= len(problems):
        return list(problems)
    strata: dict[tuple[str, ...], list[Problem]] = {}
    for problem in problems:
        strata.setdefault(tuple(_value(problem, each) for each in by), []).append(problem)
    shares = {key: len(group) * size / len(problems) for key, group in strata.items()}
    quotas = {key: int(share) for key, share in shares.items()}
    by_remainder = sorted(shares, key=lambda key: (quotas[key] - shares[key], key))
    for key in by_remainder[: size - sum(quotas.values())]:
        quotas[key] += 1
    drawn = random.Random(seed)
    chosen = {
        problem.id
        for key in sorted(strata)
        for problem in drawn.sample(sorted(strata[key], key=lambda each: each.id), quotas[key])
    }
    return [problem for problem in problems if problem.id in chosen]


def _value(problem: Problem, stratum: Stratum) -> str:
    if stratum == "language":
        return problem.language
    if stratum == "difficulty":
        return problem.difficulty
    return problem.tags[0] if problem.tags else ""
