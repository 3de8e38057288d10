"""Is one result set better than another? Paired, over the problems that both have scored.

McNemar's test (McNemar 1947) with the exact binomial p-value and the mid-p (Fagerland, Lydersen and Laake 2013), the
paired bootstrap of the difference (Efron and Tibshirani 1993), and a table of wins, ties and losses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from benchwright.metrics.bootstrap import mean
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, first_answers, tallies


class McNemar(msgspec.Struct, frozen=True, kw_only=True):
    """A test whether the two sets solve equally much, on one answer per problem."""

    only_first: int
    """Problems that only the first set solved."""
    only_second: int
    """Problems that only the second set solved."""
    p_exact: float
    """Two-sided; never too small, often too big."""
    p_mid: float
    """Two-sided, without the exact one's excess of caution: the one to read."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The first result set against the second."""

    problems: int
    """Problems that both have a scored answer to; all that follows is over these."""
    left_out: int
    """Problems that only one of them has."""
    first: Estimate | None
    """pass@1 of the first; None without common problems."""
    second: Estimate | None
    """pass@1 of the second."""
    difference: Estimate | None
    """The first's pass@1 minus the second's. An interval without 0 in it is a difference beyond chance."""
    wins: int
    """Problems of which the first solves a greater share of its samples."""
    ties: int
    """Problems of which both solve the same share."""
    losses: int
    """Problems of which the second solves a greater share."""
    mcnemar: McNemar
    """On the lowest-numbered scored sample of each problem."""


def mcnemar(only_first: int, only_second: int) -> McNemar:
    """The test for these two numbers of problems that only one side solved. Exact whole numbers until the division."""
    n, fewer = only_first + only_second, min(only_first, only_second)
    tail = term = 1
    for i in range(fewer):
        term = term * (n - i) // (i + 1)
        tail += term
    # The mid-p counts half of the probability of what was observed, once on each side.
    exact, middle = min(2 * tail, 2**n) / 2**n, (2 * tail - term) / 2**n
    return McNemar(only_first=only_first, only_second=only_second, p_exact=exact, p_mid=middle)


def compare(first: Sequence[Outcome], second: Sequence[Outcome], options: Options) -> Comparison:
    """Compare the first answers of two result sets problem by problem."""
    ours, theirs = tallies(first), tallies(second)
    common = sorted(ours.keys() & theirs.keys())
    our_rates = [ours[problem].passed / ours[problem].scored for problem in common]
    their_rates = [theirs[problem].passed / theirs[problem].scored for problem in common]
    differences = [one - other for one, other in zip(our_rates, their_rates, strict=True)]
    our_single, their_single = _single(first), _single(second)
    return Comparison(
        problems=len(common),
        left_out=len(ours.keys() ^ theirs.keys()),
        first=mean(our_rates, options),
        second=mean(their_rates, options),
        difference=mean(differences, options),
        wins=sum(difference > 0 for difference in differences),
        ties=sum(difference == 0 for difference in differences),
        losses=sum(difference < 0 for difference in differences),
        mcnemar=mcnemar(
            sum(our_single[problem] and not their_single[problem] for problem in common),
            sum(their_single[problem] and not our_single[problem] for problem in common),
        ),
    )


def _single(outcomes: Iterable[Outcome]) -> dict[str, bool]:
    """Whether each problem's first scored sample passed."""
    scored = [outcome for outcome in first_answers(outcomes) if outcome.scored]
    groups = by_problem(sorted(scored, key=lambda outcome: outcome.sample))
    return {problem: group[0].passed for problem, group in groups.items()}
