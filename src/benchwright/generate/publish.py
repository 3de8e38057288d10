"""Write a generated benchmark: the problems in two formats and as a table, the card, and the funnel."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.generate.funnel import Row
from benchwright.jobs import Job
from benchwright.languages import find_language
from benchwright.problems import Problem, fingerprint
from benchwright.problems.formats import format_module
from benchwright.problems.rows import replacement_of, write_parquet
from benchwright.problems.write import json_line

_TEMPLATE = Path(__file__).with_name("card.jinja")
_DIFFICULTIES = ("easy", "medium", "hard")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
_UNKNOWN = "unknown"


class FunnelRow(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the funnel, for the card."""

    step: str
    """Name of the step."""
    entered: int
    """Number of items that reached it."""
    left: int
    """Number of items that continued."""
    reasons: Mapping[str, int] = {}
    """Reason → number of items dropped."""
    tokens: int = 0
    """Number of prompt and completion tokens."""
    cost: float = 0.0
    """Cost in USD, as far as prices are known."""
    wall_s: float = 0.0
    """Total time of all items in seconds."""


class CardFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Contents of a card."""

    name: str
    """Name of the benchmark."""
    problems: Collection[Problem]
    """All problems; iterated several times."""
    how: str
    """How the benchmark was made, in one paragraph."""
    command: str
    """Command that reproduces it."""
    marker: str
    """Canary text by which the benchmark is recognized in other texts; see `marker_of`."""
    licences: Mapping[str, int] = {}
    """Licence of the seeds → number of problems from them. The empty name means unknown."""
    funnel: Sequence[FunnelRow] = ()
    """The steps of the funnel."""
    models: Mapping[str, str] = {}
    """Role → the model that had it."""
    flags: Mapping[str, int] = {}
    """Rule → number of problems with a flag of it."""
    judged: str = ""
    """Which tests an answer must pass, and which of them a solver sees; empty for demo and full tests."""
    origins: Mapping[tuple[str, str], int] = {}
    """Source and licence → number of problems that contain its code; empty if code only inspired them."""
    data_files: Mapping[str, str] = msgspec.field(default_factory=lambda: {"test": "problems.parquet"})
    """Split → its data file, next to the card."""


def dataset_card(facts: CardFacts) -> str:
    """Render the card."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False, keep_trailing_newline=True
    )
    # JSON strings are valid YAML strings, whatever they contain.
    environment.filters |= {"cell": _cell, "quoted": lambda text: json.dumps(text, ensure_ascii=False), "many": _many}
    environment.filters["amount"] = lambda value: f"{value:,.2f}".removesuffix(".00") if value else ""
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(facts=facts, **_counted(facts))


def marker_of(problems: Iterable[Problem]) -> str:
    """Return a number that is unique to this benchmark: the same problems always give the same number."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"benchwright:{fingerprint(problems)}"))


def _counted(facts: CardFacts) -> dict[str, Any]:
    """Return what the template needs in addition to the facts."""
    problems, funnel = facts.problems, facts.funnel
    counts = Counter(problem.difficulty for problem in problems)
    difficulties = sorted(counts, key=_difficulty_order)
    return {
        "difficulties": [name or _UNKNOWN for name in difficulties],
        "languages": _by_language(problems, difficulties),
        "totals": [counts[name] for name in difficulties],
        "categories": _most_first(Counter(tag for problem in problems for tag in problem.tags[:1])),
        "untagged": sum(not problem.tags for problem in problems),
        "licences": _most_first({licence or _UNKNOWN: count for licence, count in facts.licences.items()}),
        "licence_ids": sorted({_licence_id(licence) for licence in facts.licences}) or ["unknown"],
        "language_tags": sorted({_tag(problem.language) for problem in problems}),
        "size": next((name for most, name in _SIZES if len(problems) < most), "100K<n<1M"),
        "columns": [name for name in ("tokens", "cost", "wall_s") if any(getattr(row, name) for row in funnel)],
        "most_first": _most_first,
        "fingerprint": fingerprint(problems),
    }


def _by_language(problems: Iterable[Problem], difficulties: list[str]) -> list[tuple[str, list[int]]]:
    """Return the name of each language, with its number of problems per difficulty."""
    counts = Counter((_language(problem), problem.difficulty) for problem in problems)
    names = sorted({name for name, _ in counts}, key=str.casefold)
    return [(name, [counts[name, difficulty] for difficulty in difficulties]) for name in names]


def _difficulty_order(name: str) -> tuple[int, str]:
    return (_DIFFICULTIES.index(name) if name in _DIFFICULTIES else len(_DIFFICULTIES), name)


def _language(problem: Problem) -> str:
    try:
        return find_language(problem.language).name
    except UnknownLanguage:
        return problem.language


def _tag(language: str) -> str:
    return re.sub(r"[^a-z0-9.-]+", "-", language.lower())


def _licence_id(licence: str) -> str:
    """Return the licence as the Hub writes it; `other` if it is not an identifier."""
    name = licence.strip().lower()
    if not name:
        return "unknown"
    return name if re.fullmatch(r"[a-z0-9][a-z0-9.+-]*", name) else "other"


def _most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _cell(value: object) -> str:
    """Escape a text so that it stays within its table cell."""
    return " ".join(str(value).replace("|", "\\|").split())


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


PROBLEMS_FILE = "problems.jsonl"
"""benchwright's native format, with lineage and evidence."""


class Publication(msgspec.Struct, frozen=True, kw_only=True):
    """What a publication needs besides the problems."""

    name: str
    """Name of the benchmark."""
    keys: Sequence[str]
    """Keys of all items, in the order of the problems in the files."""
    steps: Sequence[str]
    """Names of the steps, in order."""
    count: int
    """Number of problems requested."""
    similar_above: float
    """Problems in the same language with a higher similarity are duplicates."""
    read: int
    """Number of fragments found."""
    seeds: int
    """Number of fragments kept."""
    dropped: Mapping[str, int]
    """Reason → number of fragments dropped."""
    models: Mapping[str, str]
    """Role → spec of its model."""
    how: str
    """How the benchmark was made, in a paragraph."""
    command: Sequence[str]
    """Command that reproduces it."""
    plain_format: str = "autocodebench"
    """Additional format for the problems, as far as it can represent them."""
    judged: str = ""
    """Which tests an answer must pass, and which of them a solver sees; empty for demo and full tests."""


def publish(job: Job, publication: Publication, problems: Collection[Problem], rows: Sequence[Row]) -> None:
    """Rewrite all files, each atomically. The problems are iterated several times and never loaded all together: a
    benchmark may be larger than memory."""
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
    """Yield rows of the problems that the format can represent; the native format can represent all."""
    write = format_module(format_name).write
    for problem in problems:
        with contextlib.suppress(UsageError):
            yield json_line(write(problem)).encode()


def _write_table(plain: Path) -> bool:
    """Write the table, and return whether it exists: pyarrow is optional, and nothing is lost without the table."""
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
    """Return the file for the Hub to show: a foreign format only if it can represent every problem."""
    if publication.plain_format != "autocodebench":
        return PROBLEMS_FILE
    return "autocodebench.parquet" if parquet else "autocodebench.jsonl"


def _origins(problems: Iterable[Problem]) -> dict[tuple[str, str], int]:
    """Count problems by source and licence."""
    seeds = (problem.lineage.get("seed", {}) for problem in problems)
    counts = Counter((seed.get("source", ""), seed.get("licence", "")) for seed in seeds if seed.get("target"))
    return dict(sorted(counts.items()))


def _models(problems: Iterable[Problem]) -> dict[str, str]:
    """Map each role to the models that answered, as they name themselves."""
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
