"""Writes a generated benchmark: problems in two formats and as a table, the card, the funnel."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.card import CardFacts, FunnelRow, dataset_card, marker_of
from benchwright.generate.funnel import Row
from benchwright.jobs import Job
from benchwright.problems import Problem, write_problems
from benchwright.problems.tables import write_parquet

PROBLEMS_FILE = "problems.jsonl"
"""Our own format, with lineage and evidence."""


class Publication(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to know about a benchmark besides its problems."""

    name: str
    """Of the benchmark."""
    keys: Sequence[str]
    """Of all items, in the order in which problems stand in the files."""
    steps: Sequence[str]
    """Names of the steps in their order."""
    count: int
    """Problems wanted."""
    similar_above: float
    """Problems of one language that are more alike are duplicates."""
    read: int
    """Fragments that were found."""
    seeds: int
    """Those that were kept."""
    dropped: Mapping[str, int]
    """Why the others were not."""
    models: Mapping[str, str]
    """Role → who."""
    how: str
    """How it was made, in a paragraph."""
    command: Sequence[str]
    """What makes it again."""


def publish(job: Job, publication: Publication, problems: Sequence[Problem], rows: Sequence[Row]) -> None:
    """All files anew, each whole or not at all."""
    folder = job.folder
    _replace(folder / "funnel.json", msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n")
    if not problems:
        return
    _replace(folder / PROBLEMS_FILE, "".join(write_problems(problems, "benchwright").lines))
    plain = write_problems(problems, "autocodebench").lines
    _replace(folder / "autocodebench.jsonl", "".join(plain))
    parquet = _write_table(folder / "autocodebench.parquet", plain)
    _replace(folder / "README.md", dataset_card(_facts(publication, problems, rows, parquet=parquet)))


def _write_table(file: Path, lines: Iterable[str]) -> bool:
    """Whether there is one: pyarrow is an optional extra, and nothing is lost without the table."""
    try:
        write_parquet((msgspec.json.decode(line) for line in lines), file)
    except UsageError:
        file.unlink(missing_ok=True)
        return False
    return True


def _facts(publication: Publication, problems: Sequence[Problem], rows: Iterable[Row], *, parquet: bool) -> CardFacts:
    licences = Counter(problem.lineage.get("seed", {}).get("licence", "") for problem in problems)
    flags = Counter(flag["rule"] for problem in problems for flag in problem.evidence.get("flags", ()))
    return CardFacts(
        name=publication.name,
        problems=problems,
        marker=marker_of(problems),
        data_files={"test": "autocodebench.parquet" if parquet else "autocodebench.jsonl"},
        licences=dict(sorted(licences.items())),
        funnel=tuple(_funnel_row(row) for row in rows if row.entered),
        models=publication.models,
        how=publication.how,
        command=shlex.join(publication.command),
        flags=dict(sorted(flags.items())),
    )


def _funnel_row(row: Row) -> FunnelRow:
    return FunnelRow(
        step=row.step,
        entered=row.entered,
        left=row.left,
        reasons=dict(sorted(row.reasons.items())),
        tokens=row.prompt_tokens + row.completion_tokens,
        cost=row.cost,
    )


def _replace(file: Path, text: str) -> None:
    temporary = file.with_name(f".{file.name}.new")
    with temporary.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)
