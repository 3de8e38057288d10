"""Results of several jobs side by side, in order of rank: the input for tables and plots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.evaluation.reading import EvaluationReading, read_evaluation
from benchwright.generate.reading import GenerationReading, read_generation
from benchwright.jobs import distinct_folders
from benchwright.jobs.manifest import read_manifest
from benchwright.metrics.outcome import Estimate, Outcome
from benchwright.models.opening import provider_traits
from benchwright.problems import Problem, fingerprint

ENOUGH = 0.95
"""Minimum share of sound problems that must be scored for a model to be ranked. Repeated in the page: standings.ts."""

Standing = tuple[bool, float, float, str]
"""Sort key: ranked models first, best first; then unranked ones, most complete first."""


def is_ranked(found: Estimate | None, judging: int) -> bool:
    """Whether enough of the benchmark's problems without a defect are scored."""
    return found is not None and found.n >= ENOUGH * judging


def standing(name: str, found: Estimate | None, judging: int) -> Standing:
    """Sort key for pass@1."""
    value = found.value if found else -1.0
    if is_ranked(found, judging):
        return False, 0.0, -value, name
    return True, -(found.n / judging if found and judging else 0.0), -value, name


class ModelResult(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one model in one evaluation."""

    name: str
    """Display name, unique within the report."""
    folder: str
    """Folder of its job, as the user named it."""
    answers: str
    """Source of the answers: `provider:name`, or the digest of a file of samples."""
    state: str
    """State of the job: running, done or unfinished."""
    benchmark: str
    """Fingerprint of its problems."""
    problems: int
    """Number of problems in its benchmark."""
    samples: int
    """Number of samples, each counted once regardless of its turns."""
    states: Mapping[str, int]
    """State (scored, unscored, defect, unanswered) → number of samples."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """Metrics as in score.json."""
    outcomes: tuple[Outcome, ...]
    """Outcome of each answer."""

    @property
    def pass_at_1(self) -> Estimate | None:
        """The model's pass@1; None if nothing was scored."""
        return self.metrics.get("pass_at_k", {}).get("pass@1")

    @property
    def scored(self) -> int:
        """Number of problems behind pass@1."""
        return self.pass_at_1.n if self.pass_at_1 else 0

    @property
    def judging(self) -> int:
        """Number of its benchmark's problems without a defect."""
        return len({each.problem for each in self.outcomes if each.state != "defect"})

    @property
    def ranked(self) -> bool:
        """Whether enough of those are scored to rank it."""
        return is_ranked(self.pass_at_1, self.judging)


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All jobs of a report."""

    title: str
    """Name of the benchmark; empty if unknown."""
    fingerprint: str
    """Fingerprint of the problems; if jobs differ, that of the best model."""
    models: tuple[ModelResult, ...]
    """Ranked models by pass@1, best first, then unranked ones."""
    generations: Mapping[str, GenerationReading]
    """Display name → a generation."""
    notes: tuple[str, ...]
    """Caveats for reading the numbers."""


def read_jobs(folders: Sequence[Path], problems: Sequence[Problem] | None = None, title: str = "") -> Results:
    """Read all jobs; `problems` is the benchmark that the evaluations are expected to use."""
    folders = distinct_folders(folders)
    kinds = {folder: read_manifest(folder).kind for folder in folders}
    evaluations = [read_evaluation(folder) for folder in folders if kinds[folder] == "evaluation"]
    generations = [read_generation(folder) for folder in folders if kinds[folder] == "generation"]
    names = model_names([each.settings.answers for each in evaluations], [_name(each.folder) for each in evaluations])
    models = sorted(
        (_model(name, reading) for name, reading in zip(names, evaluations, strict=True)),
        key=lambda model: standing(model.name, model.pass_at_1, model.judging),
    )
    expected = fingerprint(problems) if problems else models[0].benchmark if models else ""
    return Results(
        title=title or next((_benchmark(each) for each in evaluations), ""),
        fingerprint=expected,
        models=tuple(models),
        generations=_named(generations),
        notes=tuple(_notes(models, expected, given=bool(problems))),
    )


def _model(name: str, reading: EvaluationReading) -> ModelResult:
    score = reading.score
    return ModelResult(
        name=name,
        folder=str(reading.folder),
        answers=reading.settings.answers,
        state=reading.state,
        benchmark=reading.settings.benchmark,
        problems=score.problems,
        samples=score.samples,
        states=score.states,
        metrics=score.metrics,
        outcomes=reading.outcomes,
    )


def _name(folder: Path) -> str:
    return folder.name or folder.resolve().name


def _benchmark(reading: EvaluationReading) -> str:
    return Path(str(reading.manifest.unpinned.get("benchmark", ""))).name


def _named(generations: Sequence[GenerationReading]) -> dict[str, GenerationReading]:
    short = [_name(each.folder) for each in generations]
    return {
        name if short.count(name) == 1 else str(each.folder): each
        for name, each in zip(short, generations, strict=True)
    }


def _notes(models: Sequence[ModelResult], expected: str, *, given: bool) -> list[str]:
    notes = []
    if other := [model.name for model in models if model.benchmark != expected]:
        what = "the given benchmark" if given else f"the benchmark of {models[0].name}"
        notes.append(f"Evaluated on problems other than {what}: {', '.join(other)}.")
    if unfinished := [model.name for model in models if model.state != "done"]:
        notes.append(f"Unfinished, numbers may change: {', '.join(unfinished)}.")
    if partly := [model.name for model in models if not model.ranked]:
        least = f"{100 * ENOUGH:.0f} %"
        notes.append(f"Not ranked, because fewer than {least} of the problems are scored: {', '.join(partly)}.")
    return notes


_LONGEST_KEY = 40


_UNSAFE = re.compile(r"[^a-z0-9]+")


def unique_keys(names: Iterable[str]) -> list[str]:
    """Make a short key for each name, safe in file names and URLs; duplicates are numbered."""
    found: list[str] = []
    for name in names:
        slug = _UNSAFE.sub("-", name.lower()).strip("-")[:_LONGEST_KEY].rstrip("-") or "job"
        key, number = slug, 1
        while key in found:
            number += 1
            key = f"{slug}-{number}"
        found.append(key)
    return found


def model_names(answers: Sequence[str], folders: Sequence[str]) -> list[str]:
    """Name each evaluation by its model, with the provider if two models share a name, and with the folder if one model
    has two jobs. A file of samples is named by its folder."""
    specs = Counter(answers)
    own = Counter(_own(spec) for spec in specs)
    names = [
        folder if spec.startswith("samples:") or not spec else _own(spec) if own[_own(spec)] == 1 else spec
        for spec, folder in zip(answers, folders, strict=True)
    ]
    names = [
        f"{name} ({folder})" if names.count(name) > 1 and name != folder else name
        for name, folder in zip(names, folders, strict=True)
    ]
    return _numbered(names)


def _own(spec: str) -> str:
    """`openai:NAME@URL` → NAME, `python:module:function` → function, `replay:folder/file` → file."""
    provider, _, name = spec.partition(":")
    name = name or provider
    if provider == "openai":
        return name.partition("@")[0] or name
    if provider == "python":
        return name.rpartition(":")[2] or name
    if provider_traits(spec).names_path:
        return name.rstrip("/").rpartition("/")[2] or name
    return name


def _numbered(names: Iterable[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        unique, number = name, 1
        while unique in found:
            number += 1
            unique = f"{name} {number}"
        found.append(unique)
    return found
