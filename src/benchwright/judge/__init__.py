"""Turns what happened into a verdict."""

from benchwright.judge.calibrate import calibrate
from benchwright.judge.decide import judge_plain
from benchwright.judge.output import judge_output
from benchwright.judge.plan import CanarySite, Defect, TestPlan
from benchwright.judge.question import Question
from benchwright.judge.tests import judge_tests
from benchwright.judge.verdict import CanaryRun, Judgement, Place, TestResult, Verdict

__all__ = [
    "CanaryRun",
    "CanarySite",
    "Defect",
    "Judgement",
    "Place",
    "Question",
    "TestPlan",
    "TestResult",
    "Verdict",
    "calibrate",
    "judge_output",
    "judge_plain",
    "judge_tests",
]
