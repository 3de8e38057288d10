"""The problems of a job, stored with it: the job can be rejudged anywhere, and changes to the problems are detected."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.problems import Problem, fingerprint
from benchwright.problems.formats.benchwright import Row, read, write

BENCHMARK_FILE = "benchmark.jsonl.gz"


def save_problems(folder: Path, problems: Iterable[Problem]) -> None:
    """Write the problems next to the manifest, unless they are already there."""
    file = folder / BENCHMARK_FILE
    if file.exists():
        return
    temporary = file.with_suffix(".new")
    with temporary.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as opened:
        for problem in problems:
            opened.write(msgspec.json.encode(write(problem)) + b"\n")
    with temporary.open("rb") as written:
        os.fsync(written.fileno())
    temporary.replace(file)


def load_problems(folder: Path, expected: str) -> dict[str, Problem]:
    """Return a job's problems by id; `expected` is the fingerprint in its manifest."""
    file = folder / BENCHMARK_FILE
    try:
        with gzip.open(file) as opened:
            problems = [read(msgspec.json.decode(line, type=Row), 0) for line in opened]
    except FileNotFoundError:
        raise UsageError(f"{folder} has no {BENCHMARK_FILE}", "copy the whole job directory") from None
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise UsageError(f"{file}: {error}", "the file is damaged; copy the job again") from None
    if fingerprint(problems) != expected:
        raise UsageError(
            f"{file} does not match the fingerprint in the manifest",
            "its problems were changed; restore the original file",
        )
    return {problem.id: problem for problem in problems}
