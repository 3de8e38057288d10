"""Small evaluations with real verdicts, to make training data from."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchwright.evaluation import Settings, Source, evaluate
from benchwright.evaluation.training import Decontamination, Options, Summary, open_sources, write_rows
from benchwright.problems import Problem, fingerprint
from tests.evaluation.small_benchmark import write_rows as write_file

Row = dict[str, Any]


def make_job(folder: Path, problems: Mapping[str, Problem], samples: Iterable[Mapping[str, Any]]) -> Path:
    """Evaluate these samples and return the job."""
    file = write_file(folder.with_suffix(".jsonl"), samples)
    settings = Settings(benchmark=fingerprint(problems.values()), answers="samples:made")
    asyncio.run(evaluate(folder, problems, settings, Source(samples=file)))
    return folder


def export(
    kind: str,
    *paths: Path,
    options: Options | None = None,
    decontamination: Decontamination | None = None,
) -> tuple[list[Row], Summary]:
    """Return the rows, as a trainer reads them, and the counts."""
    lines: list[bytes] = []
    with open_sources([str(path) for path in paths]) as sources:
        options = options or Options()
        summary = write_rows(kind, sources, options, decontamination or Decontamination(), lines.append)
    return [json.loads(line) for line in lines], summary


def said(row: Row, field: str = "messages") -> list[tuple[str, str]]:
    """Return the roles of the messages."""
    return [(message["role"], message["content"]) for message in row[field]]
