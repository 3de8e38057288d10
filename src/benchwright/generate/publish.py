"""Writes a generated benchmark: problems in two formats and as a table, the card, the funnel."""

from __future__ import annotations

import contextlib
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.card import CardFacts, FunnelRow, dataset_card, marker_of
from benchwright.generate.funnel import Row
from benchwright.jobs import Job
from benchwright.problems import Problem
from benchwright.problems.formats import format_module
from benchwright.problems.replacement import replacement_of
from benchwright.problems.tables import write_parquet
from benchwright.problems.write import json_line

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
    plain_format: str = "autocodebench"
    """The format of others in which the problems are written beside ours, as far as it can hold them."""
    judged: str = ""
    """Which tests an answer must pass, and which of them a solver sees; empty for demo and full tests."""


def publish(job: Job, publication: Publication, problems: Collection[Problem], rows: Sequence[Row]) -> None:
    """All files anew, each whole or not at all. The problems are gone through several times and never held all at once:
    a benchmark may be larger than memory."""
    folder = job.folder
    with replacement_of(folder / "funnel.json") as opened:
        opened.write(msgspec.json.format(msgspec.json.encode(rows), indent=2) + b"\n")
    if not len(problems):
        return
    plain = publication.plain_format
    for name, format_name in ((PROBLEMS_FILE, "benchwright"), (f"{plain}.jsonl", plain)):
        with replacement_of(folder / name) as opened:
            opened.writelines(_lines(problems, format_name))
    parquet = _write_table(folder / f"{plain}.jsonl") if plain == "autocodebench" else False
    with replacement_of(folder / "README.md") as opened:
        opened.write(dataset_card(_facts(publication, problems, rows, parquet=parquet)).encode())


def _lines(problems: Iterable[Problem], format_name: str) -> Iterator[bytes]:
    """The rows of those that the format can hold; ours holds all."""
    write = format_module(format_name).write
    for problem in problems:
        with contextlib.suppress(UsageError):
            yield json_line(write(problem)).encode()


def _write_table(plain: Path) -> bool:
    """Whether there is one: pyarrow is an optional extra, and nothing is lost without the table."""
    file = plain.with_suffix(".parquet")
    try:
        with plain.open("rb") as lines:
            write_parquet(map(msgspec.json.decode, lines), file)
    except UsageError:
        file.unlink(missing_ok=True)
        return False
    return True


def _facts(publication: Publication, problems: Collection[Problem], rows: Iterable[Row], *, parquet: bool) -> CardFacts:
    licences = Counter(problem.lineage.get("seed", {}).get("licence", "") for problem in problems)
    flags = Counter(flag["rule"] for problem in problems for flag in problem.evidence.get("flags", ()))
    return CardFacts(
        name=publication.name,
        problems=problems,
        marker=marker_of(problems),
        data_files={"test": _data_file(publication, parquet)},
        licences=dict(sorted(licences.items())),
        funnel=tuple(_funnel_row(row) for row in rows if row.entered),
        models=_models(problems) or publication.models,
        how=publication.how,
        command=shlex.join(publication.command),
        flags=dict(sorted(flags.items())),
        judged=publication.judged,
        origins=_origins(problems),
    )


def _data_file(publication: Publication, parquet: bool) -> str:
    """A foreign format that cannot hold every problem is not what the Hub should show."""
    if publication.plain_format != "autocodebench":
        return PROBLEMS_FILE
    return "autocodebench.parquet" if parquet else "autocodebench.jsonl"


def _origins(problems: Iterable[Problem]) -> dict[tuple[str, str], int]:
    """Source and licence → how many problems come from there."""
    seeds = (problem.lineage.get("seed", {}) for problem in problems)
    counts = Counter((seed.get("source", ""), seed.get("licence", "")) for seed in seeds if seed.get("target"))
    return dict(sorted(counts.items()))


def _models(problems: Iterable[Problem]) -> dict[str, str]:
    """Role → who answered, as they name themselves."""
    found: dict[str, set[str]] = {}
    for problem in problems:
        for asked in problem.lineage.get("asked", {}).values():
            for each in asked:
                found.setdefault(each["role"], set()).add(each["model"])
    return {role: ", ".join(sorted(names)) for role, names in sorted(found.items())}


def _funnel_row(row: Row) -> FunnelRow:
    return FunnelRow(
        step=row.step,
        entered=row.entered,
        left=row.left,
        reasons=dict(sorted(row.reasons.items())),
        tokens=row.prompt_tokens + row.completion_tokens,
        cost=row.cost,
    )
