"""pass@1 (Chen et al. 2021) by each test set alone, for problems with several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.metrics.bootstrap import rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, first_answers


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Map each test set, with its author if it is the same for all problems, to pass@1 by that set alone."""
    scored = [each for each in first_answers(outcomes) if each.scored and len(each.verdicts) > 1]
    estimates: dict[str, Estimate] = {}
    for name in sorted({name for each in scored for name in each.verdicts}):
        by_set = [each for each in scored if name in each.verdicts]
        rates = (
            sum(each.verdicts[name] == "passed" for each in group) / len(group) for group in by_problem(by_set).values()
        )
        authors = {each.authors.get(name, "") for each in by_set}
        if estimate := rate(rates, options):
            author = authors.pop() if len(authors) == 1 else ""
            estimates[f"pass@1 by {name}{f' ({author})' if author else ''}"] = estimate
    return estimates
