"""The problems that separate models: those that some models solve, or those that discriminate best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from benchwright.errors import UsageError
from benchwright.metrics.discrimination import discrimination, kendall_tau_b, spearman
from benchwright.problems import Problem

ResultSet = Mapping[str, float]
"""Problem → share of its samples that passed, for one model. Problems that were not scored are absent."""


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """How well the chosen problems rank the models, compared with all problems."""

    models: int
    """Number of models that were ranked."""
    spearman: float | None
    """Spearman rank correlation of their scores; None if undefined."""
    kendall: float | None
    """Kendall rank correlation (tau-b); None if undefined."""


def solved_by(problem: str, results: Sequence[ResultSet]) -> int:
    """Return how many models solved the problem in at least one sample."""
    return sum(1 for result in results if result.get(problem, 0.0) > 0)


def lite(problems: Sequence[Problem], results: Sequence[ResultSet], least: int) -> list[Problem]:
    """Return the problems that at least `least` models solved, in their original order."""
    if least > len(results):
        raise UsageError(f"only {len(results)} models have results, not {least}", "pass --results for more models")
    return [problem for problem in problems if solved_by(problem.id, results) >= least]


def most_discriminating(problems: Sequence[Problem], results: Sequence[ResultSet], size: int) -> list[Problem]:
    """Return the `size` problems whose results say most about a model's other results, in their original order."""
    values = discrimination({str(number): result for number, result in enumerate(results)})
    scored = [problem for problem in problems if problem.id in values]

    def rank_key(problem: Problem) -> tuple[float, float, str]:
        found = values[problem.id]
        return -(found.correlation or 0.0), -found.information, problem.id

    best = sorted(scored, key=rank_key)[:size]
    chosen = {problem.id for problem in best}
    return [problem for problem in problems if problem.id in chosen]


def agreement(chosen: Sequence[Problem], problems: Sequence[Problem], results: Sequence[ResultSet]) -> Agreement:
    """Compare how the chosen problems rank the models with how all problems do."""
    part = [_mean(result, chosen) for result in results]
    whole = [_mean(result, problems) for result in results]
    return Agreement(models=len(results), spearman=spearman(part, whole), kendall=kendall_tau_b(part, whole))


def _mean(result: ResultSet, problems: Sequence[Problem]) -> float:
    values = [result[problem.id] for problem in problems if problem.id in result]
    return sum(values) / len(values) if values else 0.0
