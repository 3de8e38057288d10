"""Problems, and the files that hold them."""

from benchwright.problems.formats import FORMATS, read_problems
from benchwright.problems.problem import Problem

__all__ = ["FORMATS", "Problem", "read_problems"]
