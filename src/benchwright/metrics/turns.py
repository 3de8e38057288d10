"""What feedback is worth: the model saw why its answer failed and answered again.

pass@1 after each turn and its gain; the mean reciprocal rank of the first success (Voorhees 1999); the share of
failures of a class that the next turn fixes; and, since more answers help in any case, the same number of independent
answers as a baseline (pass@k, Chen et al. 2021), the comparison of Olausson et al. 2023, "Is Self-Repair a Silver
Bullet for Code Generation?".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from benchwright.metrics.bootstrap import mean, rate, ratio
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, tallies
from benchwright.metrics.pass_at_k import pass_at_k

Chain = tuple[Outcome, ...]
"""The answers of one sample, by turn."""


def chains(outcomes: Iterable[Outcome]) -> dict[str, list[Chain]]:
    """Return the chains of each problem whose first answers are scored."""
    found: dict[str, list[Chain]] = {}
    for problem, group in by_problem(outcomes).items():
        samples: dict[int, list[Outcome]] = {}
        for outcome in sorted(group, key=lambda outcome: (outcome.sample, outcome.turn)):
            samples.setdefault(outcome.sample, []).append(outcome)
        begun = [tuple(chain) for chain in samples.values() if chain[0].turn == 1 and chain[0].scored]
        if begun:
            found[problem] = begun
    return found


def known(groups: Mapping[str, Sequence[Chain]], turn: int) -> dict[str, list[Chain]]:
    """Return the chains whose state after this turn is known. A chain is excluded from the first answer that
    benchwright failed to judge. A chain that the model stopped answering (its prompt may have become too long) stays,
    as failed: otherwise giving up would look better than trying."""
    found = {problem: [chain for chain in group if _judged_until(chain, turn)] for problem, group in groups.items()}
    return {problem: group for problem, group in found.items() if group}


def _judged_until(chain: Chain, turn: int) -> bool:
    return all(outcome.state in ("scored", "unanswered") for outcome in chain if outcome.turn <= turn)


def first_success(chain: Chain) -> int | None:
    """Return the turn in which the sample first passed; None if it never did."""
    return next((outcome.turn for outcome in chain if outcome.passed), None)


def passed_after(group: Sequence[Chain], turn: int) -> float:
    """Return the share of a problem's samples that have passed by this turn."""
    return sum((first_success(chain) or turn + 1) <= turn for chain in group) / len(group)


def reciprocal_rank(group: Sequence[Chain]) -> float:
    """Return the mean of 1/turn of the first success over a problem's samples; 0 without a success."""
    return sum(1 / turn if (turn := first_success(chain)) else 0.0 for chain in group) / len(group)


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute the metrics of turns; nothing for a result set with single answers."""
    last = max((outcome.turn for outcome in outcomes), default=1)
    if last < 2:
        return {}
    groups = chains(outcomes)
    estimates: dict[str, Estimate | None] = {}
    for turn in range(1, last + 1):
        values = (passed_after(group, turn) for group in known(groups, turn).values())
        estimates[f"pass@1_after_turn_{turn}"] = rate(values, options)
    for turn in range(2, last + 1):
        both = known(groups, turn).values()
        gains = (passed_after(group, turn) - passed_after(group, turn - 1) for group in both)
        estimates[f"gain_of_turn_{turn}"] = mean(gains, options)
    estimates["mrr"] = mean((reciprocal_rank(group) for group in known(groups, last).values()), options)
    estimates |= repair_rates(groups, options)
    for turn in range(2, last + 1):
        estimates |= against_resampling(outcomes, outcomes, turn, options)
    return {name: estimate for name, estimate in estimates.items() if estimate}


def repair_rates(groups: Mapping[str, Sequence[Chain]], options: Options) -> dict[str, Estimate | None]:
    """Return, for each class of failure after which the model was asked again, the share whose next answer passed. A
    missing answer counts as not fixed. `n` counts the failures."""
    tried: dict[str, dict[str, list[bool]]] = {}
    for problem, group in groups.items():
        for failure, fixed in (attempt for chain in group for attempt in _attempts(chain)):
            tried.setdefault(failure, {}).setdefault(problem, []).append(fixed)
    return {
        f"repair_of_{failure}": ratio(
            ((float(sum(fixed)), float(len(fixed))) for fixed in problems.values()),
            options,
            n=sum(map(len, problems.values())),
        )
        for failure, problems in sorted(tried.items())
    }


def against_resampling(
    turned: Iterable[Outcome], independent: Iterable[Outcome], turn: int, options: Options
) -> dict[str, Estimate | None]:
    """Estimate what the same number of independent first answers would have reached, and the lead of the turns over
    that.

    Covers the problems with at least that many independent answers; both numbers are of the same problems.
    """
    drawn = {problem: tally for problem, tally in tallies(independent).items() if tally.scored >= turn}
    common = {problem: group for problem, group in known(chains(turned), turn).items() if problem in drawn}
    resampled = {problem: pass_at_k(drawn[problem].scored, drawn[problem].passed, turn) for problem in common}
    lead = (passed_after(group, turn) - resampled[problem] for problem, group in common.items())
    return {
        f"resampling_with_{turn}_answers": rate(resampled.values(), options),
        f"lead_over_resampling_with_{turn}_answers": mean(lead, options),
    }


def _attempts(chain: Chain) -> Iterator[tuple[str, bool]]:
    for before, after in pairwise(chain):
        if before.failure and after.turn == before.turn + 1 and _judged_until((after,), after.turn):
            yield before.failure, after.passed
