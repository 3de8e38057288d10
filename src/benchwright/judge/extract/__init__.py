"""From a model's raw answer to the code that is to be judged."""

from benchwright.judge.extract.answer import extract
from benchwright.judge.extract.extraction import Extraction
from benchwright.judge.extract.names import defined_by, names_of_tests

__all__ = ["Extraction", "defined_by", "extract", "names_of_tests"]
