"""Problems, and the files that hold them."""

from benchwright.problems.formats import FORMATS
from benchwright.problems.problem import Case, Checker, Problem
from benchwright.problems.read import read_problems

__all__ = ["FORMATS", "Case", "Checker", "Problem", "read_problems"]
