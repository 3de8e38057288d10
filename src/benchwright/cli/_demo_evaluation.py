"""The part of the demo that evaluates: the embedded model and recorded answers on problems of the bundled benchmark."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.run import Source
    from benchwright.evaluate.score import Score
    from benchwright.problems import Problem

Row = tuple[str, ...]

BENCHMARK = "starter"
_MODEL = "local:smollm2"
_MAX_TOKENS = 192
"""A small model that has not come to an end by then seldom does."""


def evaluate_all(problems: list[Problem], folder: Path) -> tuple[tuple[str, ...], list[Row], list[str]]:
    """Columns, a row for each that answered, and what is to be said of those that could not; jobs go into `folder`."""
    languages = tuple(dict.fromkeys(problem.language for problem in problems))
    rows: list[Row] = []
    notes: list[str] = []
    for name, source in _sources().items():
        try:
            score = _evaluate(folder / _job_name(name), problems, name, source)
        except UsageError as error:
            notes.append(f"{name} is left out: {error.sentence}")
            continue
        rows.append(_row(name, score, languages))
    return ("answers", "pass@1", "95 % interval", *languages), rows, notes


def job_names() -> list[str]:
    """Names of the jobs that `evaluate_all` makes."""
    return [_job_name(name) for name in _sources()]


def _job_name(source: str) -> str:
    return source.replace(":", "-")


def _sources() -> dict[str, Source]:
    from benchwright.evaluate.prompts import default_prompt
    from benchwright.evaluate.run import Source
    from benchwright.models import ModelOptions
    from benchwright.problems import builtin_folder

    files = sorted((builtin_folder(BENCHMARK) / "answers").glob("*.jsonl"))
    options = ModelOptions(concurrency=os.cpu_count() or 1)
    model = Source(model=_MODEL, prompt=default_prompt("chat"), options=options)
    return {**{file.stem: Source(samples=file, lenient=True) for file in files}, _MODEL: model}


def _evaluate(folder: Path, problems: list[Problem], name: str, source: Source) -> Score:
    from benchwright.cli._evaluation import EvaluationProgress
    from benchwright.evaluate.run import evaluate
    from benchwright.evaluate.settings import Sampling, Settings
    from benchwright.metrics.outcome import Options
    from benchwright.problems import fingerprint

    settings = Settings(
        benchmark=fingerprint(problems),
        answers=source.model or f"samples:{name}",
        sampling=Sampling(max_tokens=_MAX_TOKENS),
    )
    progress = EvaluationProgress(name)
    try:
        by_id = {problem.id: problem for problem in problems}
        done = asyncio.run(evaluate(folder, by_id, settings, source, options=Options(), begin=progress.begin))
    finally:
        progress.end()
    return done.score


def _row(name: str, score: Score, languages: tuple[str, ...]) -> Row:
    overall = score.metrics["pass_at_k"].get("pass@1")
    slices = score.metrics["slices"]
    cells = [slices.get(f"language={language}") for language in languages]
    if overall is None:
        return (name, "-", "", *("-" for _ in languages))
    interval = (
        f"{overall.low:.0%} to {overall.high:.0%}" if overall.low is not None and overall.high is not None else ""
    )
    return (name, f"{overall.value:.1%}", interval, *(f"{cell.value:.0%}" if cell else "-" for cell in cells))
