"""The part of the demo that generates: a recorded run is made again, through the real sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from benchwright.cli._generation import GenerationProgress
from benchwright.cli._generation_plan import recorded, run_plan
from benchwright.generate.finish import Finished
from benchwright.models import ModelOptions
from benchwright.problems import Problem, read_problems

RECORDING = "starter"
_LANGUAGES = ("python",)
"""All of them would take a quarter of an hour."""


def generate_some(found: set[str], folder: Path) -> tuple[Finished, list[Problem]]:
    """What came of the items of a few languages that were found here, and their problems."""
    only = tuple(name for name in _LANGUAGES if name in found)
    planned = msgspec.structs.replace(recorded(RECORDING, ModelOptions()), only=only)
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(run_plan(planned, folder, progress.hear))
    finally:
        progress.end()
    return finished, read_problems(folder / "problems.jsonl")
