"""Seeds: fragments of real code, cut from files, repositories and datasets, filtered and balanced."""

from benchwright.seeds.read import read_seeds
from benchwright.seeds.seed import Harvest, Origin, Seed, SeedOptions
from benchwright.seeds.targets import TargetOptions, read_targets

__all__ = ["Harvest", "Origin", "Seed", "SeedOptions", "TargetOptions", "read_seeds", "read_targets"]
