"""From a model's raw answer to the code that is to be judged."""

from benchwright.judge.extract.answer import Extraction, extract
from benchwright.judge.extract.reading import defined_by, names_of_tests

__all__ = ["Extraction", "defined_by", "extract", "names_of_tests"]
