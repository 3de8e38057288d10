"""How far an evaluation has come: one answer for all who show it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright.evaluate.export import SCORE_FILE
from benchwright.evaluate.finish import ROUND_FACT, SCORED_ROUND_FACT, UNDER_WAY
from benchwright.evaluate.score import Score
from benchwright.jobs import Job
from benchwright.jobs.lock import is_held


def score_on_disk(job: Job) -> Score | None:
    """What the last run that came to its end wrote; None while verdicts are made anew. The job may have gone on since:
    then the states of its samples differ, see `holding`."""
    now = job.store.fact(ROUND_FACT, "0")
    if job.store.fact(UNDER_WAY) or job.store.fact(SCORED_ROUND_FACT, now) != now:
        return None
    try:
        return msgspec.json.decode((job.folder / SCORE_FILE).read_bytes(), type=Score)
    except (OSError, msgspec.DecodeError):
        return None


def holding(score: Score | None, states: Mapping[str, int]) -> Score | None:
    """The score, if it is of samples in these states: a run that was killed leaves an old one."""
    return score if score is not None and dict(score.states) == dict(states) else None


def state_of(folder: Path, score: Score | None) -> str:
    """running, done or unfinished. Done is what has a score that holds and leaves nothing open."""
    return "running" if is_held(folder) else "done" if score is not None and score.complete else "unfinished"
