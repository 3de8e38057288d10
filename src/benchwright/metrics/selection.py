"""Choose one of several samples without knowing the full tests, and measure what the choice is worth.

By the demo tests; by CodeT's dual agreement of solutions and tests (Chen et al. 2022, "CodeT: Code Generation with
Generated Tests"); by the majority of outputs (clusters of equal behaviour as in AlphaCode, Li et al. 2022). Ties go to
the lowest index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.metrics.bootstrap import mean, rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, first_answers


def best_by_tests(passed: Sequence[Sequence[bool]]) -> int:
    """Choose the solution that passes most tests; `passed[solution][test]`."""
    _check(passed)
    return max(range(len(passed)), key=lambda index: (sum(passed[index]), -index))


def codet(passed: Sequence[Sequence[bool]]) -> int:
    """Choose the first solution of the best consensus set: solutions that pass exactly the same tests, scored by the
    number of solutions × the number of these tests. Ties go to the set with more tests."""
    _check(passed)
    sets: dict[tuple[bool, ...], list[int]] = {}
    for index, row in enumerate(passed):
        sets.setdefault(tuple(map(bool, row)), []).append(index)
    best = max(sets, key=lambda tests: (len(sets[tests]) * sum(tests), sum(tests), -sets[tests][0]))
    return sets[best][0]


def majority(outputs: Sequence[Sequence[str | None]]) -> int:
    """Choose the first solution of the biggest cluster with the same output on all inputs; `outputs[solution][input]`,
    None for a failure. Solutions that fail everywhere form no cluster; if all do, the first is chosen."""
    _check(outputs)
    clusters: dict[tuple[str | None, ...], list[int]] = {}
    for index, row in enumerate(outputs):
        if any(output is not None for output in row):
            clusters.setdefault(tuple(row), []).append(index)
    best = max(clusters.values(), key=lambda cluster: (len(cluster), -cluster[0]), default=[0])
    return best[0]


def selection_score(outcomes: Sequence[Outcome], chosen: Mapping[str, int], options: Options) -> dict[str, Estimate]:
    """Compare the pass rate of the chosen samples (problem → sample) with that of a random sample and the best one.

    Returns `selected`, `mean` (pass@1 of all samples), `oracle` (some sample passes) and `gain` (selected - mean), all
    over the problems whose chosen sample is scored.
    """
    units: list[tuple[float, float, float]] = []
    for problem, group in by_problem(first_answers(outcomes)).items():
        rates = {outcome.sample: float(outcome.passed) for outcome in group if outcome.scored}
        if chosen.get(problem) in rates:
            average = sum(rates.values()) / len(rates)
            units.append((rates[chosen[problem]], average, max(rates.values())))
    estimates = {
        "selected": rate((selected for selected, _, _ in units), options),
        "mean": rate((average for _, average, _ in units), options),
        "oracle": rate((best for _, _, best in units), options),
        "gain": mean((selected - average for selected, average, _ in units), options),
    }
    return {name: estimate for name, estimate in estimates.items() if estimate}


def _check(rows: Sequence[Sequence[object]]) -> None:
    if not rows:
        raise ValueError("nothing to choose from")
    if len({len(row) for row in rows}) > 1:
        raise ValueError("solutions with different numbers of tests or inputs")
