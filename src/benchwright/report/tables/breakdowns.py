"""Models × parts: languages, difficulties, verdicts, failure classes, turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from benchwright.metrics.outcome import Estimate
from benchwright.report.results import ModelResult, Results
from benchwright.report.tables.records import Column, DataTable

_AFTER, _GAIN = "pass@1_after_turn_", "gain_of_turn_"
_RANK = {"easy": 0, "medium": 1, "hard": 2}


def languages(results: Results) -> DataTable:
    """pass@1 by language."""
    note = "In percent. Intervals and numbers of problems are in the CSV and JSON forms."
    return _slices(results, "languages", "language", "pass@1 by language", note)


def difficulty(results: Results) -> DataTable:
    """pass@1 by difficulty."""
    return _slices(results, "difficulty", "difficulty", "pass@1 by difficulty", "", kind="interval")


def verdicts(results: Results) -> DataTable:
    """How first answers ended."""
    found = {model.name: _verdicts(model) for model in results.models}
    note = "Shares of the scored answers in percent."
    return _shares("verdicts", "Verdicts of first answers", results, found, note)


def failures(results: Results) -> DataTable:
    """Why first answers failed."""
    found = {model.name: dict(model.metrics.get("failure_class", {})) for model in results.models}
    note = "Shares of the scored answers in percent; with pass@1 they add up to 100."
    return _shares("failures", "Failure classes of first answers", results, found, note)


def _verdicts(model: ModelResult) -> dict[str, Estimate]:
    mix = model.metrics.get("verdict_mix", {})
    return {name: each for name, each in mix.items() if name not in ("scored", "unscored", "defect", "unanswered")}


def _shares(
    name: str, title: str, results: Results, found: Mapping[str, Mapping[str, Estimate]], note: str
) -> DataTable:
    """What no answer of a model had is a share of 0, if it has scored answers."""
    parts = _by_frequency(found)
    scored = {model.name: next((each.n for each in _verdicts(model).values()), 0) for model in results.models}
    filled = {
        model: {part: Estimate(value=0.0, n=scored[model]) for part in parts if scored[model]} | dict(known)
        for model, known in found.items()
    }
    return _table(name, title, filled, parts, note)


def turns(results: Results) -> DataTable:
    """pass@1 after each turn, and what the turn brought; of models that had several."""
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
    note = "pass@1 after each turn; gain: what the turn added."
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
    """The most frequent over all models first, passed before all."""
    totals: dict[str, float] = {}
    for each in found.values():
        for name, estimate in each.items():
            totals[name] = totals.get(name, 0.0) + estimate.value
    return sorted(totals, key=lambda name: (name != "passed", -totals[name], name))
