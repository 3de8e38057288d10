"""The verdict of a plain run: no tests, so `passed` means exit status 0 and no limit hit."""

from __future__ import annotations

import signal

from benchwright.judge.verdict import Judgement, Verdict
from benchwright.sandbox.protocol import Execution, Limit, Stage

# In the order in which they decide: a program that ran out of memory and then out of time is a memory case.
_LIMIT_VERDICTS: tuple[tuple[Limit, Verdict, str], ...] = (
    ("memory", Verdict.MEMORY_LIMIT, "memory"),
    ("output", Verdict.OUTPUT_LIMIT, "output"),
    ("cpu", Verdict.TIME_LIMIT, "cpu"),
    ("wall", Verdict.TIME_LIMIT, "wall"),
)


def judge_plain(execution: Execution) -> Judgement:
    """The first stage that did not succeed decides."""
    for stage in execution.stages:
        if not stage.succeeded:
            verdict, reason = _fault(stage)
            return Judgement(verdict=verdict, reason=reason, judged=False, execution=execution)
    return Judgement(verdict=Verdict.PASSED, reason="", judged=False, execution=execution)


def _fault(stage: Stage) -> tuple[Verdict, str]:
    by_limit = next(((verdict, why) for limit, verdict, why in _LIMIT_VERDICTS if limit in stage.limits_hit), None)
    if stage.name == "build":
        return Verdict.COMPILE_ERROR, _build_fault(stage, by_limit[1] if by_limit else "")
    if by_limit:
        return by_limit
    return Verdict.RUNTIME_ERROR, _ending(stage)


def _build_fault(stage: Stage, limit: str) -> str:
    if limit:
        return f"build {limit} limit"
    return "result too large" if stage.exit_code == 0 else "diagnostics"


def _ending(stage: Stage) -> str:
    if stage.signal is None:
        return f"exit code {stage.exit_code}"
    try:
        return signal.Signals(stage.signal).name
    except ValueError:  # real-time signals have no names
        return f"signal {stage.signal}"
