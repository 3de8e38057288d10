"""Problems, and the files that hold them."""

from benchwright.problems.fingerprint import fingerprint
from benchwright.problems.formats import FORMATS
from benchwright.problems.problem import Case, Checker, Problem
from benchwright.problems.read import read_problems
from benchwright.problems.sources import builtin_folder, builtin_names
from benchwright.problems.write import Written, write_problems

__all__ = [
    "FORMATS",
    "Case",
    "Checker",
    "Problem",
    "Written",
    "builtin_folder",
    "builtin_names",
    "fingerprint",
    "read_problems",
    "write_problems",
]
