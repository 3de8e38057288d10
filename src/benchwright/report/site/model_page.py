"""A model's row in the leaderboard, its page, and its spending."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from benchwright.metrics.bootstrap import mean
from benchwright.metrics.outcome import Estimate
from benchwright.metrics.pass_at_k import pass_at_k
from benchwright.report.site.columns import Columns
from benchwright.report.site.jobs import Evaluation
from benchwright.report.site.records import UNKNOWN, Model, ModelDetails, Spent

_LANGUAGE = "language="
_LONGEST_CURVE = 100
_CURVE_RESAMPLES = 500
_EVERY = 10
"""On a long curve, compute intervals only at every Nth point: each one costs a bootstrap."""


def model_row(evaluation: Evaluation, key: str, name: str, ids: Sequence[str]) -> Model:
    """Build the row, with its columns in the order of `ids`."""
    columns, settings = evaluation.columns, evaluation.settings
    slices = evaluation.metrics.get("slices", {})
    return Model(
        key=key,
        name=name,
        answers=settings.answers,
        samples=columns.most_samples if settings.from_file else settings.sampling.n,
        turns=columns.most_turns if settings.from_file else settings.turns,
        running=evaluation.state == "running",
        states=dict(sorted(columns.states.items())),
        pass_at_k=_rounded(evaluation.metrics.get("pass_at_k", {})),
        after_turns=_after_turns(evaluation),
        by_language=_rounded(
            {part.removeprefix(_LANGUAGE): each for part, each in slices.items() if part.startswith(_LANGUAGE)}
        ),
        cost_usd=columns.total_cost_usd,
        prompt_tokens=columns.total_prompt_tokens,
        completion_tokens=columns.total_completion_tokens,
        scored=tuple(map(int, ordered(columns.places, columns.scored, ids, 0))),
        passed=tuple(map(int, ordered(columns.places, columns.passed, ids, 0))),
        first=tuple(map(int, ordered(columns.places, columns.first, ids, UNKNOWN))),
        turned=_of_turns(columns, columns.turned, ids),
        mended=_of_turns(columns, columns.mended, ids),
        left_out=tuple(place for place, name in enumerate(ids) if not evaluation.judged_by(name)),
    )


def model_details(evaluation: Evaluation, key: str, ids: Sequence[str], *, live: bool) -> ModelDetails:
    """Build the record of the model's page."""
    columns = evaluation.columns
    return ModelDetails(
        key=key,
        metrics={name: _rounded(found) for name, found in evaluation.metrics.items()},
        pass_at_k=tuple(_curve(evaluation, live=live)),
        reasons=columns.reasons,
        verdicts=tuple(columns.verdicts),
        verdict=tuple(map(int, ordered(columns.places, columns.verdict, ids, UNKNOWN))),
        failures=tuple(columns.failures),
        failure=tuple(map(int, ordered(columns.places, columns.failure, ids, UNKNOWN))),
    )


def spent(columns: Columns, ids: Sequence[str]) -> Spent:
    """Return the tokens and cost per problem."""
    return Spent(
        completion_tokens=tuple(map(int, ordered(columns.places, columns.completion_tokens, ids, UNKNOWN))),
        cost_usd=tuple(round(value, 6) for value in ordered(columns.places, columns.cost_usd, ids, UNKNOWN)),
    )


def ordered(
    places: Mapping[str, int], values: array[int] | array[float], ids: Sequence[str], missing: int
) -> Iterable[float]:
    """Arrange the values in the order of `ids`."""
    return [values[places[name]] if name in places else missing for name in ids]


def _after_turns(evaluation: Evaluation) -> Estimate | None:
    last = evaluation.columns.most_turns
    found = evaluation.metrics.get("turns", {}).get(f"pass@1_after_turn_{last}") if last > 1 else None
    return _short(found) if found else None


def _of_turns(columns: Columns, values: array[int], ids: Sequence[str]) -> tuple[int, ...]:
    """Empty for single-turn answers, for which it would repeat the first turn."""
    return tuple(map(int, ordered(columns.places, values, ids, 0))) if columns.most_turns > 1 else ()


def _curve(evaluation: Evaluation, *, live: bool) -> Iterable[Estimate]:
    """pass@k for every k for which any problem has enough scored answers; values in the score are reused."""
    columns, estimates = evaluation.columns, evaluation.metrics.get("pass_at_k", {})
    tallies = [pair for pair in zip(columns.scored, columns.passed, strict=True) if pair[0]]
    most = min(max((scored for scored, _ in tallies), default=0), _LONGEST_CURVE)
    for k in range(1, most + 1):
        resamples = 0 if live or (most > 2 * _EVERY and k % _EVERY) else _CURVE_RESAMPLES
        options = msgspec.structs.replace(evaluation.options, resamples=resamples)
        found = estimates.get(f"pass@{k}") or mean((pass_at_k(n, c, k) for n, c in tallies if n >= k), options)
        if found:
            yield _short(found)


def _rounded(estimates: Mapping[str, Estimate]) -> dict[str, Estimate]:
    return {name: _short(estimate) for name, estimate in estimates.items()}


def _short(estimate: Estimate) -> Estimate:
    """Round to six digits: more are never shown and would triple the size."""
    low, high = estimate.low, estimate.high
    return Estimate(
        value=float(f"{estimate.value:.6g}"),
        low=None if low is None else float(f"{low:.6g}"),
        high=None if high is None else float(f"{high:.6g}"),
        n=estimate.n,
    )
