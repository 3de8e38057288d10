"""How a stage ended, in the words of a verdict's reason."""

from __future__ import annotations

import signal

from benchwright.judge.verdict import Verdict
from benchwright.sandbox.protocol import Limit, Stage

# In the order in which they decide: a program that ran out of memory and then out of time is a memory case.
_LIMIT_VERDICTS: tuple[tuple[Limit, Verdict, str], ...] = (
    ("memory", Verdict.MEMORY_LIMIT, "memory"),
    ("output", Verdict.OUTPUT_LIMIT, "output"),
    ("cpu", Verdict.TIME_LIMIT, "cpu"),
    ("wall", Verdict.TIME_LIMIT, "wall"),
)


def limit_fault(stage: Stage) -> tuple[Verdict, str] | None:
    """The limit that ended the stage, if one did."""
    return next(((verdict, why) for limit, verdict, why in _LIMIT_VERDICTS if limit in stage.limits_hit), None)


def build_fault(stage: Stage) -> str:
    """Why a build failed."""
    if limit := limit_fault(stage):
        return f"build {limit[1]} limit"
    return "result too large" if stage.exit_code == 0 else "diagnostics"


def ending(stage: Stage) -> str:
    """The exit status or the signal."""
    if stage.signal is None:
        return f"exit code {stage.exit_code}"
    try:
        return signal.Signals(stage.signal).name
    except ValueError:  # real-time signals have no names
        return f"signal {stage.signal}"
