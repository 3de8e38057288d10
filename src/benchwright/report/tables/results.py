"""The tables of a report: the leaderboard, breakdowns, and the funnel of a generation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from benchwright.metrics.compare import compare
from benchwright.metrics.outcome import Estimate, Options
from benchwright.report.results import ModelResult, Results
from benchwright.report.tables.records import Cell, Column, DataTable

_LEFT_OUT = ("unscored", "defect", "unanswered")
_NOTE = "Brackets: 95 % bootstrap interval over problems. Scored: problems scored, of those without a defect."


def leaderboard(results: Results) -> DataTable:
    """pass@k with intervals, the number of problems behind it, and cost."""
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
    """Compare each ranked model against the next one in the leaderboard, on the problems that both have scored."""
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
        title="Neighbouring models compared",
        columns=columns,
        rows=tuple(_pairs(results.models)),
        note="Difference in pass@1 on common problems, with 95 % interval from a paired bootstrap. Wins, ties and "
        "losses compare shares of samples; only first, only second and McNemar's mid-p use the first sample of each "
        "problem.",
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


_AFTER, _GAIN = "pass@1_after_turn_", "gain_of_turn_"
_RANK = {"easy": 0, "medium": 1, "hard": 2}


def languages(results: Results) -> DataTable:
    """pass@1 by language."""
    note = "In percent. The CSV and JSON formats include intervals and numbers of problems."
    return _slices(results, "languages", "language", "pass@1 by language", note)


def difficulty(results: Results) -> DataTable:
    """pass@1 by difficulty."""
    return _slices(results, "difficulty", "difficulty", "pass@1 by difficulty", "", kind="interval")


def verdicts(results: Results) -> DataTable:
    """Return the verdicts of first answers."""
    found = {model.name: _verdicts(model) for model in results.models}
    note = "Percentage of scored answers."
    return _shares("verdicts", "Verdicts of first answers", results, found, note)


def failures(results: Results) -> DataTable:
    """Return the failure classes of first answers."""
    found = {model.name: dict(model.metrics.get("failure_class", {})) for model in results.models}
    note = "Percentage of scored answers; together with the share of passed in the verdict mix they add up to 100."
    return _shares("failures", "Failure classes of first answers", results, found, note)


def _verdicts(model: ModelResult) -> dict[str, Estimate]:
    mix = model.metrics.get("verdict_mix", {})
    return {name: each for name, each in mix.items() if name not in ("scored", "unscored", "defect", "unanswered")}


def _shares(
    name: str, title: str, results: Results, found: Mapping[str, Mapping[str, Estimate]], note: str
) -> DataTable:
    """Fill in a share of 0 for a model that has scored answers but none of this kind."""
    parts = _by_frequency(found)
    scored = {model.name: next((each.n for each in _verdicts(model).values()), 0) for model in results.models}
    filled = {
        model: {part: Estimate(value=0.0, n=scored[model]) for part in parts if scored[model]} | dict(known)
        for model, known in found.items()
    }
    return _table(name, title, filled, parts, note)


def turns(results: Results) -> DataTable:
    """pass@1 after each turn and its gain, for models with several turns."""
    found: dict[str, dict[str, Estimate]] = {}
    for model in results.models:
        known = model.metrics.get("turns", {})
        if known:
            found[model.name] = {
                name.replace(_AFTER, "turn ").replace(_GAIN, "gain "): each
                for name, each in known.items()
                if name.startswith((_AFTER, _GAIN))
            }
    names = sorted({name for each in found.values() for name in each}, key=lambda name: (name[0] == "g", name))
    note = "pass@1 after each turn, and the gain of each turn."
    return _table("turns", "Turns with feedback", found, names, note, kind="interval")


def _slices(results: Results, name: str, kind_of: str, title: str, note: str, *, kind: str = "share") -> DataTable:
    found = {
        model.name: {
            "all": model.pass_at_1,
            **{
                part.partition("=")[2]: each
                for part, each in model.metrics.get("slices", {}).items()
                if part.startswith(f"{kind_of}=")
            },
        }
        for model in results.models
    }
    parts = sorted({part for each in found.values() for part in each if part != "all"})
    parts.sort(key=lambda part: _RANK.get(part, len(_RANK)))
    if not parts:
        return DataTable(name=name, title=title, columns=(Column(name="model"),), rows=())
    return _table(name, title, found, ["all", *parts], note, kind=kind)


def _table(
    name: str,
    title: str,
    found: Mapping[str, Mapping[str, Estimate | None]],
    parts: Iterable[str],
    note: str,
    *,
    kind: str = "share",
) -> DataTable:
    parts = list(parts)
    return DataTable(
        name=name,
        title=title,
        columns=(Column(name="model"), *(Column(name=part, kind=kind) for part in parts)),  # type: ignore[arg-type]
        rows=tuple((model, *(each.get(part) for part in parts)) for model, each in found.items()) if parts else (),
        note=note,
    )


def _by_frequency(found: Mapping[str, Mapping[str, Estimate]]) -> list[str]:
    """Sort verdicts: `passed` first, then by frequency over all models."""
    totals: dict[str, float] = {}
    for each in found.values():
        for name, estimate in each.items():
            totals[name] = totals.get(name, 0.0) + estimate.value
    return sorted(totals, key=lambda name: (name != "passed", -totals[name], name))


def funnel(results: Results) -> DataTable:
    """Return all generations among the jobs, without steps that no item reached."""
    several = len(results.generations) > 1
    columns = (
        *([Column(name="generation")] if several else []),
        Column(name="step"),
        *(Column(name=name, kind="count") for name in ("in", "out")),
        *(Column(name=name, kind="count", optional=True) for name in ("waiting", "failed", "tokens")),
        Column(name="cost USD", kind="usd", optional=True),
        Column(name="why not", optional=True),
    )
    return DataTable(
        name="funnel", title="Funnel of the generation", columns=columns, rows=tuple(_rows(results, several))
    )


def _rows(results: Results, several: bool) -> Iterator[tuple[Cell, ...]]:
    for name, generation in results.generations.items():
        for row in generation.rows:
            if row.entered or row.waiting or row.failed:
                reasons = ", ".join(f"{reason} {number}" for reason, number in sorted(row.reasons.items()) if number)
                tokens = row.prompt_tokens + row.completion_tokens
                cells = (row.step, row.entered, row.left, row.waiting, row.failed, tokens, row.cost, reasons)
                yield (name, *cells) if several else cells
