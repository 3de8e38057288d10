"""Problems, and the files that contain them."""

from benchwright.problems.formats import FORMATS
from benchwright.problems.problem import Case, Checker, Problem, fingerprint
from benchwright.problems.read import builtin_folder, builtin_names, read_problems
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
