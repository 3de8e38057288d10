"""Check every row of published benchmarks, and print what is sound and what is not, by set.

    scripts/check_published.py                        every set in the folder of test data
    scripts/check_published.py FILE… --sample 15      15 rows of each of these sets, evenly spread
    scripts/check_published.py --out results.jsonl    keep the results; a second run checks only what is missing

The folder is named by BENCHWRIGHT_TEST_DATA, or is `shared/data` next to the repository.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchwright.judging.canary import WANTED_SITES
from benchwright.judging.check import CheckedProblem, check_problem
from benchwright.problems import Problem, read_problems
from benchwright.problems.defects import ListedDefect, listed, listed_defects
from benchwright.problems.rows import SUFFIXES
from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.concurrent import as_completed

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA") or Path(__file__).parents[2] / "shared" / "data")
LONGEST = 300


class CheckedRow(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one row."""

    set: str
    """Name of the set: its file without suffixes."""
    id: str
    digest: str
    state: str
    """`sound`, `listed`, `defect`, `finding` or `unscored`."""
    reasons: tuple[str, ...] = ()
    seconds: float = 0.0


STATES = ("sound", "listed", "defect", "finding", "unscored")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="sets; default: all in the data folder")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="check only N rows of each set")
    parser.add_argument("--only", default="", metavar="IDS", help="check only rows with these ids (comma-separated)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="JSONL file of results, which is continued")
    parser.add_argument("--sites", type=int, default=WANTED_SITES, metavar="N", help="canary sites; 1 is the quickest")
    chosen = parser.parse_args()
    files = chosen.files or published_sets()
    if not files:
        print(f"no sets in {DATA}: name the folder in BENCHWRIGHT_TEST_DATA", file=sys.stderr)
        return 2
    only = frozenset(filter(None, chosen.only.split(",")))
    rows = asyncio.run(check_sets(files, chosen.sample, only, chosen.out, chosen.sites))
    report(rows)
    return int(any(row.state in ("defect", "finding") for row in rows))


def published_sets(data: Path = DATA) -> list[Path]:
    """Return the files of the sets in the folder of test data."""
    return [file for folder in ("published", "humaneval") for file in problem_files(data / folder)]


def problem_files(folder: Path) -> list[Path]:
    """Return the files in a folder that can contain problems."""
    return sorted(file for file in folder.glob("*") if file.name.endswith(SUFFIXES))


def set_name(file: Path) -> str:
    """Return the name of a set: its file's name without suffixes."""
    return file.name.partition(".")[0]


def sampled(problems: list[Problem], number: int) -> list[Problem]:
    """Return N problems, evenly spread; all for 0."""
    if not number or number >= len(problems):
        return problems
    return [problems[index * len(problems) // number] for index in range(number)]


async def check_sets(
    files: Iterable[Path], sample: int, only: frozenset[str], out: Path | None, sites: int
) -> list[CheckedRow]:
    """Check the sets one after the other, in one sandbox."""
    known, rows = listed_defects(), []
    earlier = {(row.set, row.id, row.digest): row for row in stored(out)}
    async with LocalSandbox() as sandbox:
        for file in files:
            name, problems = set_name(file), read_problems(file)
            chosen = [each for each in problems if each.id in only] if only else sampled(problems, sample)
            found = [earlier.get((name, each.id, each.digest)) for each in chosen]
            rows += [row for row in found if row is not None]
            missing = [each for each, row in zip(chosen, found, strict=True) if row is None]
            rows += await check_set(sandbox, name, missing, known, out, sites)
    return rows


async def check_set(
    sandbox: LocalSandbox,
    name: str,
    problems: list[Problem],
    known: Mapping[tuple[str, str], ListedDefect],
    out: Path | None = None,
    sites: int = WANTED_SITES,
) -> list[CheckedRow]:
    """Check the problems of a set, each also against the solution of the next one."""
    rows: list[CheckedRow] = []

    async def one(numbered: tuple[int, Problem]) -> CheckedRow:
        number, problem = numbered
        other = problems[(number + 1) % len(problems)].canonical_solution
        foreign = other if other != problem.canonical_solution else ""
        start = time.monotonic()
        checked = await check_problem(sandbox, problem, foreign=foreign, listed=listed(problem, known), sites=sites)
        return checked_row(name, checked, time.monotonic() - start)

    async for _, row in as_completed(one, enumerate(problems), window=2 * (os.cpu_count() or 1)):
        rows.append(row)
        print(f"{name} {len(rows)}/{len(problems)} {row.id}: {row.state}", *row.reasons, file=sys.stderr, flush=True)
        if out is not None:
            with out.open("ab") as file:
                file.write(msgspec.json.encode(row) + b"\n")
    return rows


def checked_row(name: str, checked: CheckedProblem, seconds: float) -> CheckedRow:
    """Return the result of a problem as a row: its state, and the reasons if it is not sound."""
    defects = [f"{tests}: {defect.reason}: {defect.detail}" for tests, defect in checked.defects.items()]
    findings = [f"{finding.tests}: {finding.what}: {finding.detail}" for finding in checked.findings]
    if checked.sound:
        state = "sound"
    elif checked.unscored:
        state = "unscored"
    else:
        state = "listed" if checked.listed else "defect" if defects else "finding"
    reasons = [checked.listed] if state == "listed" else [*defects, *findings, checked.unscored]
    return CheckedRow(
        set=name,
        id=checked.id,
        digest=checked.digest,
        state=state,
        reasons=tuple(" ".join(reason.split())[:LONGEST] for reason in reasons if reason),
        seconds=round(seconds, 2),
    )


def stored(out: Path | None) -> list[CheckedRow]:
    """Return the results of earlier runs."""
    if out is None or not out.exists():
        return []
    return [msgspec.json.decode(line, type=CheckedRow) for line in out.read_bytes().splitlines()]


def report(rows: list[CheckedRow]) -> None:
    """Print a Markdown table of the sets, then the rows that are not sound."""
    print("| set | rows | " + " | ".join(STATES) + " | minutes |\n" + "|---" * (len(STATES) + 3) + "|")
    for name in dict.fromkeys(row.set for row in rows):
        of_set = [row for row in rows if row.set == name]
        counts = [sum(row.state == state for row in of_set) for state in STATES]
        minutes = sum(row.seconds for row in of_set) / 60
        print(f"| {name} | {len(of_set)} | " + " | ".join(map(str, counts)) + f" | {minutes:.1f} |")
    for row in rows:
        if row.state != "sound":
            print(f"{row.state} {row.set} {row.id} {row.digest}: {'; '.join(row.reasons)}")


if __name__ == "__main__":
    sys.exit(main())
