"""Is one result set better than another? A paired comparison over the problems that both have scored.

McNemar's test (McNemar 1947) with the exact binomial p-value and the mid-p (Fagerland, Lydersen and Laake 2013), the
paired bootstrap of the difference (Efron and Tibshirani 1993), and a table of wins, ties and losses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from benchwright.metrics.bootstrap import mean, rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, first_answers, tallies


class McNemar(msgspec.Struct, frozen=True, kw_only=True):
    """Test of whether two result sets solve the same number of problems, with one answer per problem."""

    only_first: int
    """Number of problems that only the first set solved."""
    only_second: int
    """Number of problems that only the second set solved."""
    p_exact: float
    """Exact two-sided p-value; conservative, so often too large."""
    p_mid: float
    """Two-sided mid-p value, less conservative than the exact one: the recommended value."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Comparison of a first result set with a second."""

    problems: int
    """Number of problems with a scored answer in both sets; the other fields cover these problems."""
    left_out: int
    """Number of problems that only one set has."""
    first: Estimate | None
    """pass@1 of the first set; None without common problems."""
    second: Estimate | None
    """pass@1 of the second set; None without common problems."""
    difference: Estimate | None
    """pass@1 of the first minus the second. If the interval excludes 0, the difference is significant."""
    wins: int
    """Number of problems where the first set solves a greater share of its samples."""
    ties: int
    """Number of problems where both solve the same share."""
    losses: int
    """Number of problems where the second set solves a greater share."""
    mcnemar: McNemar
    """McNemar's test on the lowest-numbered scored sample of each problem."""


def mcnemar(only_first: int, only_second: int) -> McNemar:
    """Run the test for the numbers of problems that only one side solved. Uses integers until the final division."""
    n, fewer = only_first + only_second, min(only_first, only_second)
    tail = term = 1
    for i in range(fewer):
        term = term * (n - i) // (i + 1)
        tail += term
    # The mid-p counts half of the probability of the observation, once on each side.
    exact, middle = min(2 * tail, 2**n) / 2**n, (2 * tail - term) / 2**n
    return McNemar(only_first=only_first, only_second=only_second, p_exact=exact, p_mid=middle)


def compare(first: Sequence[Outcome], second: Sequence[Outcome], options: Options) -> Comparison:
    """Compare the first-turn answers of two result sets, problem by problem."""
    first_tallies, second_tallies = tallies(first), tallies(second)
    common = sorted(first_tallies.keys() & second_tallies.keys())
    first_rates = [first_tallies[problem].passed / first_tallies[problem].scored for problem in common]
    second_rates = [second_tallies[problem].passed / second_tallies[problem].scored for problem in common]
    differences = [one - other for one, other in zip(first_rates, second_rates, strict=True)]
    first_single, second_single = _single(first), _single(second)
    return Comparison(
        problems=len(common),
        left_out=len(first_tallies.keys() ^ second_tallies.keys()),
        first=rate(first_rates, options),
        second=rate(second_rates, options),
        difference=mean(differences, options),
        wins=sum(difference > 0 for difference in differences),
        ties=sum(difference == 0 for difference in differences),
        losses=sum(difference < 0 for difference in differences),
        mcnemar=mcnemar(
            sum(first_single[problem] and not second_single[problem] for problem in common),
            sum(second_single[problem] and not first_single[problem] for problem in common),
        ),
    )


def _single(outcomes: Iterable[Outcome]) -> dict[str, bool]:
    """Whether each problem's first scored sample passed."""
    scored = [outcome for outcome in first_answers(outcomes) if outcome.scored]
    groups = by_problem(sorted(scored, key=lambda outcome: outcome.sample))
    return {problem: group[0].passed for problem, group in groups.items()}
