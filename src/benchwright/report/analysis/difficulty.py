"""How hard problems are: labels, solve rates when they were made, and what jobs solved."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from benchwright.errors import UsageError
from benchwright.metrics.bootstrap import mean
from benchwright.metrics.outcome import Options
from benchwright.problems import Problem
from benchwright.report.analysis.diversity import counted
from benchwright.report.analysis.records import Difficulty, JobResult

Results = Mapping[str, float]
"""Problem id → share of its samples that passed."""

_LAST_TOKENS = (25, 50, 100, 200, 400)
_RANK = {"easy": 0, "medium": 1, "hard": 2}


def difficulty(problems: Sequence[Problem], jobs: Mapping[str, Results], tokens: Mapping[str, int]) -> Difficulty:
    """`tokens` says how long each problem's target is."""
    labels = counted([problem.difficulty] for problem in problems)
    return Difficulty(
        labels=dict(sorted(labels.items(), key=lambda item: (_RANK.get(item[0], len(_RANK)), item[0]))),
        solve_rates=_solve_rates(problems),
        jobs={name: _job(name, results, problems, tokens) for name, results in jobs.items()},
    )


def tokens_range(tokens: int) -> str:
    """The range that this number falls into; ranges double, so that they mean the same for every benchmark."""
    rank = bisect_left(_LAST_TOKENS, tokens)
    first = _LAST_TOKENS[rank - 1] + 1 if rank else 1
    return f"{first}-{_LAST_TOKENS[rank]}" if rank < len(_LAST_TOKENS) else f"{first}+"


RANGES = (*map(tokens_range, _LAST_TOKENS), tokens_range(_LAST_TOKENS[-1] + 1))
"""All of them, the shortest first."""


def _solve_rates(problems: Sequence[Problem]) -> dict[str, int]:
    found: list[tuple[float, str]] = []
    for problem in problems:
        solving = problem.evidence.get("solving")
        samples = solving.get("samples") if isinstance(solving, Mapping) else None
        passed = solving.get("passed") if isinstance(solving, Mapping) else None
        if isinstance(samples, int) and isinstance(passed, int) and samples > 0:
            found.append((passed / samples, f"{passed} of {samples}"))
    order = {name: rate for rate, name in found}
    counts = counted([name] for _, name in found)
    return dict(sorted(counts.items(), key=lambda item: (order[item[0]], item[0])))


def _job(name: str, results: Results, problems: Sequence[Problem], tokens: Mapping[str, int]) -> JobResult:
    common = [problem.id for problem in problems if problem.id in results]
    total = mean((results[problem] for problem in common), Options())
    if total is None:
        raise UsageError(f"{name} has no problem of this benchmark", "was it made on another one?")
    groups: dict[int, list[float]] = {}
    for problem in common:
        if tokens.get(problem, 0) > 0:
            groups.setdefault(bisect_left(_LAST_TOKENS, tokens[problem]), []).append(results[problem])
    estimates = {rank: mean(groups[rank], Options()) for rank in sorted(groups)}
    return JobResult(
        pass_at_1=total,
        by_target_tokens={RANGES[rank]: estimate for rank, estimate in estimates.items() if estimate is not None},
    )
