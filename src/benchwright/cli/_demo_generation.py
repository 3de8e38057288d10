"""The part of the demo that generates: a recorded run is made again, through the real sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchwright.cli._autocodegen_plan import recorded
from benchwright.cli._generation import GenerationProgress
from benchwright.generate.finish import Finished
from benchwright.models import ModelOptions
from benchwright.problems import Problem, read_problems

RECORDING = "starter"
_LANGUAGES = ("python",)
"""All of them would take a quarter of an hour."""


def generate_some(found: set[str], folder: Path) -> tuple[Finished, list[Problem]]:
    """What came of the items of a few languages that were found here, and their problems."""
    only = tuple(name for name in _LANGUAGES if name in found)
    planned = recorded(RECORDING, ModelOptions()).keeping_to(only)
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(planned.run(folder, progress.hear))
    finally:
        progress.end()
    return finished, read_problems(folder / "problems.jsonl")
