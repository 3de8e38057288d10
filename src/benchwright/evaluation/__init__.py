"""Evaluate models: from a benchmark and answers to reproducible scores."""

from benchwright.evaluation.finish import Score
from benchwright.evaluation.run import Evaluated, Source, evaluate
from benchwright.evaluation.settings import Sampling, Settings

__all__ = ["Evaluated", "Sampling", "Score", "Settings", "Source", "evaluate"]
