"""Problems, and the files that hold them."""

from benchwright.problems.formats import FORMATS, read_problems
from benchwright.problems.problem import Case, Checker, Problem

__all__ = ["FORMATS", "Case", "Checker", "Problem", "read_problems"]
