"""Training data from jobs: chats to imitate, preferences, and tasks with a verifier."""

from benchwright.evaluate.training.decontaminate import Decontamination, read_decontamination
from benchwright.evaluate.training.kinds import KINDS
from benchwright.evaluate.training.rows import Options, Summary
from benchwright.evaluate.training.sources import open_sources
from benchwright.evaluate.training.write import write_rows
from benchwright.judge.verifier import judge_answer, verify

__all__ = [
    "KINDS",
    "Decontamination",
    "Options",
    "Summary",
    "judge_answer",
    "open_sources",
    "read_decontamination",
    "verify",
    "write_rows",
]
