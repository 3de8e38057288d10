"""Handmade outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchwright.metrics import Options, Outcome

PLAIN = Options(resamples=0)
"""Without intervals, for tests of the value alone."""


def outcome(problem: str = "p", sample: int = 0, passed: bool | None = True, **changes: Any) -> Outcome:
    """Return an outcome; `passed=None` for one that was not scored."""
    values: dict[str, Any] = {"problem": problem, "sample": sample}
    if passed is None:
        values["state"] = "unscored"
    else:
        values |= {"verdict": "passed" if passed else "wrong_answer", "failure": "" if passed else "wrong_answer"}
    return Outcome(**(values | changes))


def table(rows: Sequence[str], **changes: Any) -> list[Outcome]:
    """Return one problem per row and one sample per letter: `+` passed, `-` failed, `?` not scored."""
    signs = {"+": True, "-": False, "?": None}
    return [
        outcome(f"p{row}", sample, signs[letter], **changes)
        for row, letters in enumerate(rows)
        for sample, letter in enumerate(letters)
    ]


def chain(problem: str, sample: int, *classes: str) -> list[Outcome]:
    """Return the turns of one sample: `` passed, `?` unscored, `…` unanswered, anything else a failure class."""
    states = {"?": "unscored", "…": "unanswered"}
    return [
        outcome(problem, sample, None, turn=turn, state=states[failure])
        if failure in states
        else outcome(problem, sample, not failure, turn=turn, failure=failure)
        for turn, failure in enumerate(classes, start=1)
    ]
