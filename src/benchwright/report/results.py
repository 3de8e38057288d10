"""Results of several jobs side by side: what tables and plots are made from, in order of rank."""

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
from benchwright.problems import Problem, fingerprint

ENOUGH = 0.95
"""A model needs scored answers to this share of the problems that can judge it. The page has it too: standings.ts."""

Standing = tuple[bool, float, float, str]
"""Sorts the ranked first, the best first; then those that are not, the furthest first."""


def is_ranked(found: Estimate | None, judging: int) -> bool:
    """Whether enough of the problems that can judge it are scored: those of its benchmark, without defects."""
    return found is not None and found.n >= ENOUGH * judging


def standing(name: str, found: Estimate | None, judging: int) -> Standing:
    """For sorting by pass@1."""
    value = found.value if found else -1.0
    if is_ranked(found, judging):
        return False, 0.0, -value, name
    return True, -(found.n / judging if found and judging else 0.0), -value, name


class ModelResult(msgspec.Struct, frozen=True, kw_only=True):
    """A model in one evaluation."""

    name: str
    """For people; unique."""
    folder: str
    """Its job, as it was named."""
    answers: str
    """Who answered: `provider:name`, or the digest of a file of samples."""
    state: str
    """running, done or unfinished."""
    benchmark: str
    """Fingerprint of its problems."""
    problems: int
    """Of its benchmark."""
    samples: int
    """Answers, each counted once however many turns it took."""
    states: Mapping[str, int]
    """scored, unscored, defect, unanswered → samples."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """As in score.json."""
    outcomes: tuple[Outcome, ...]
    """What became of each answer."""

    @property
    def pass_at_1(self) -> Estimate | None:
        """None where nothing was scored."""
        return self.metrics.get("pass_at_k", {}).get("pass@1")

    @property
    def scored(self) -> int:
        """Problems that pass@1 is over."""
        return self.pass_at_1.n if self.pass_at_1 else 0

    @property
    def judging(self) -> int:
        """Problems of its benchmark that can judge it: those without a defect."""
        return len({each.problem for each in self.outcomes if each.state != "defect"})

    @property
    def ranked(self) -> bool:
        """Whether enough of those are scored to compare it with others."""
        return is_ranked(self.pass_at_1, self.judging)


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All jobs of a report."""

    title: str
    """Name of the benchmark, as far as it is known."""
    fingerprint: str
    """Of the problems; of several jobs with other problems: of the best model's."""
    models: tuple[ModelResult, ...]
    """The best pass@1 first, below them those that are not ranked."""
    generations: Mapping[str, GenerationReading]
    """Name → a generation."""
    notes: tuple[str, ...]
    """What must be known to read the numbers."""


def read_jobs(folders: Sequence[Path], problems: Sequence[Problem] | None = None, title: str = "") -> Results:
    """Read all of them; `problems` is the benchmark that the evaluations should be of."""
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
        what = "the benchmark named" if given else f"{models[0].name}'s"
        notes.append(f"Made on other problems than {what}: {', '.join(other)}.")
    if unfinished := [model.name for model in models if model.state != "done"]:
        notes.append(f"Not finished, the numbers may change: {', '.join(unfinished)}.")
    if partly := [model.name for model in models if not model.ranked]:
        least = f"{100 * ENOUGH:.0f} %"
        notes.append(f"Not ranked, fewer than {least} of the problems are scored: {', '.join(partly)}.")
    return notes


_LONGEST_KEY = 40


_UNSAFE = re.compile(r"[^a-z0-9]+")


def unique_keys(names: Iterable[str]) -> list[str]:
    """A short key for each name, safe in names of files and in addresses; equal ones are numbered."""
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
    """A name for each evaluation: the model's own where it is enough, with its provider where two models have it, with
    the folder where one model has two jobs. A file of samples has only the folder."""
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
    if provider in ("replay", "local"):
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
