"""Turn the outcome of a run into a verdict."""

from benchwright.judging.calibrate import calibrate
from benchwright.judging.decide import judge_plain
from benchwright.judging.output import judge_output
from benchwright.judging.plan import CanarySite, Defect, ProblemDefect, TestPlan
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import CanaryRun, Judgement, Place, TestResult, Verdict

__all__ = [
    "CanaryRun",
    "CanarySite",
    "Defect",
    "Judgement",
    "Place",
    "ProblemDefect",
    "Question",
    "TestPlan",
    "TestResult",
    "Verdict",
    "calibrate",
    "judge_output",
    "judge_plain",
    "judge_tests",
]
