"""Turn a model's raw answer into the code to judge."""

from benchwright.judging.extract.answer import Extraction, extract
from benchwright.judging.extract.reading import defined_by, names_of_tests

__all__ = ["Extraction", "defined_by", "extract", "names_of_tests"]
