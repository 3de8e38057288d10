"""The problems of a job, kept with it: whoever has the job can judge it again, and sees if something was changed."""

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


def keep_problems(folder: Path, problems: Iterable[Problem]) -> None:
    """Write them beside the manifest, if they are not there yet."""
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


def kept_problems(folder: Path, expected: str) -> dict[str, Problem]:
    """The problems of a job by id; `expected` is the fingerprint that its manifest has."""
    file = folder / BENCHMARK_FILE
    try:
        with gzip.open(file) as opened:
            problems = [read(msgspec.json.decode(line, type=Row), 0) for line in opened]
    except FileNotFoundError:
        raise UsageError(f"{folder} has no {BENCHMARK_FILE}", "was the job copied without it?") from None
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise UsageError(f"{file}: {error}", "copy the job again") from None
    if fingerprint(problems) != expected:
        raise UsageError(f"{file} does not have the fingerprint of the manifest", "its problems were changed")
    return {problem.id: problem for problem in problems}
