"""The verdict of a plain run: no tests, so `passed` means exit status 0 and no limit hit."""

from __future__ import annotations

from benchwright.judge.ending import build_fault, ending, limit_fault
from benchwright.judge.verdict import Judgement, Verdict
from benchwright.sandbox.protocol import Execution, Stage


def judge_plain(execution: Execution) -> Judgement:
    """The first stage that did not succeed decides."""
    for stage in execution.stages:
        if not stage.succeeded:
            verdict, reason = _fault(stage)
            return Judgement(verdict=verdict, reason=reason, judged=False, execution=execution)
    return Judgement(verdict=Verdict.PASSED, reason="", judged=False, execution=execution)


def _fault(stage: Stage) -> tuple[Verdict, str]:
    if stage.name == "build":
        return Verdict.COMPILE_ERROR, build_fault(stage)
    return limit_fault(stage) or (Verdict.RUNTIME_ERROR, ending(stage))
