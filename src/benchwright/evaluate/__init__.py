"""Evaluates models: from a benchmark and answers to numbers that reproduce."""

from benchwright.evaluate.run import Evaluated, Source, evaluate
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Sampling, Settings

__all__ = ["Evaluated", "Sampling", "Score", "Settings", "Source", "evaluate"]
