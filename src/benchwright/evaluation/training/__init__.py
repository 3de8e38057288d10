"""Training data from jobs: chats to imitate, preferences, and tasks with a verifier."""

from benchwright.evaluation.training.decontaminate import Decontamination, read_decontamination
from benchwright.evaluation.training.kinds import KINDS
from benchwright.evaluation.training.rows import Options, Summary
from benchwright.evaluation.training.sources import open_sources
from benchwright.evaluation.training.write import write_rows
from benchwright.judging.verifier import judge_answer, verify

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
