"""Problems, and the files that hold them."""

from benchwright.problems.autocodebench import read_rows
from benchwright.problems.problem import Problem

__all__ = ["Problem", "read_rows"]
