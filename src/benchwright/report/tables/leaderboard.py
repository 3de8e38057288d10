"""Models in the order of pass@1, and neighbours compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from benchwright.metrics.compare import compare
from benchwright.metrics.outcome import Options
from benchwright.report.results import ModelResult, Results
from benchwright.report.tables.records import Cell, Column, DataTable

_LEFT_OUT = ("unscored", "defect", "unanswered")
_NOTE = "Brackets: 95 % interval by bootstrap over problems. Scored: problems, of those without a defect."


def leaderboard(results: Results) -> DataTable:
    """pass@k with intervals, what is behind them, and what they took."""
    names = _ks(results.models)
    columns = (
        Column(name="model"),
        *(Column(name=name, kind="interval") for name in names),
        Column(name="scored"),
        *(Column(name=name, kind="count") for name in ("problems", "samples")),
        *(Column(name=name, kind="count", optional=True) for name in _LEFT_OUT),
        Column(name="cost USD", kind="usd", optional=True),
        *(Column(name=name, kind="count", optional=True) for name in ("prompt tokens", "completion tokens")),
    )
    return DataTable(
        name="leaderboard",
        title="Leaderboard",
        columns=columns,
        rows=tuple(_row(model, names) for model in results.models),
        note=" ".join((_NOTE, *results.notes)),
    )


def pairs(results: Results) -> DataTable:
    """Each ranked model against the next one of the leaderboard, on the problems that both have scored."""
    columns = (
        Column(name="first"),
        Column(name="second"),
        Column(name="problems", kind="count"),
        Column(name="difference", kind="interval"),
        *(Column(name=name, kind="count") for name in ("wins", "ties", "losses", "only first", "only second")),
        Column(name="mid-p", kind="probability"),
    )
    return DataTable(
        name="pairs",
        title="Neighbours compared",
        columns=columns,
        rows=tuple(_pairs(results.models)),
        note="Difference of pass@1 on common problems with its 95 % interval by paired bootstrap; wins, ties and "
        "losses by share of samples; only first, only second and McNemar's mid-p by the first sample of each problem.",
    )


def _ks(models: Sequence[ModelResult]) -> list[str]:
    names = {name for model in models for name in model.metrics.get("pass_at_k", {})}
    return sorted(names, key=lambda name: int(name.partition("@")[2]))


def _row(model: ModelResult, names: Sequence[str]) -> tuple[Cell, ...]:
    found, cost = model.metrics.get("pass_at_k", {}), model.metrics.get("cost", {})
    spent = [
        cost[f"{name}_total"].value if f"{name}_total" in cost else None
        for name in ("cost_usd", "prompt_tokens", "completion_tokens")
    ]
    return (
        model.name,
        *(found.get(name) for name in names),
        f"{model.scored} of {model.judging}",
        model.problems,
        model.samples,
        *(model.states.get(state, 0) for state in _LEFT_OUT),
        spent[0],
        *(None if tokens is None else round(tokens) for tokens in spent[1:]),
    )


def _pairs(models: Sequence[ModelResult]) -> Iterator[tuple[Cell, ...]]:
    for first, second in pairwise(model for model in models if model.ranked):
        found = compare(first.outcomes, second.outcomes, Options())
        if found.problems:
            counts = (found.wins, found.ties, found.losses, found.mcnemar.only_first, found.mcnemar.only_second)
            yield first.name, second.name, found.problems, found.difference, *counts, found.mcnemar.p_mid
