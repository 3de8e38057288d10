"""Files of samples that somebody else's tools made."""

from benchwright.evaluate.samples.load import LoadedSamples, load_samples

__all__ = ["LoadedSamples", "load_samples"]
