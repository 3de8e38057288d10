"""A small job with reviews, for tests of storage, summary and export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchwright.generate.finish import FINAL_STEP
from benchwright.jobs import open_job
from benchwright.jobs.manifest import new_manifest
from benchwright.problems import Problem
from benchwright.problems.formats.benchwright import write
from benchwright.report.reviewing import Attempt, Review

REFERENCE = "def double(number):\n    return number * 2\n"
TESTS = "def test():\n    assert double(2) == 4\n    assert double(5) == 10\n\n\ntest()\n"


def problem(name: str, question: str = "Write `double(number)`.") -> Problem:
    """Make a problem that asks for twice a number."""
    return Problem(id=name, language="python", question=question, canonical_solution=REFERENCE, tests={"full": TESTS})


def generation_job(folder: Path, problems: Sequence[Problem]) -> Path:
    """A generation that was killed after finishing these problems, before publishing."""
    with open_job(folder, new_manifest("generation", {}, {}, {})) as job:
        for each in problems:
            job.store.put(FINAL_STEP, f"item-{each.id}", msgspec.json.encode(write(each)))
    return folder


def attempts(*verdicts: str) -> tuple[Attempt, ...]:
    """Make attempts with these verdicts."""
    return tuple(Attempt(code="", verdict=verdict, at="") for verdict in verdicts)


def review(name: str, reviewer: str = "ada", **fields: object) -> Review:
    """Make a review of a problem."""
    return msgspec.structs.replace(Review(problem=name, reviewer=reviewer), **fields)
