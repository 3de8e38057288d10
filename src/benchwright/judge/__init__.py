"""Turns what happened into a verdict."""

from benchwright.judge.plain import judge_plain
from benchwright.judge.verdict import Judgement, Verdict

__all__ = ["Judgement", "Verdict", "judge_plain"]
