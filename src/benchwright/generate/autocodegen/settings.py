"""Settings of a generation. Two generations with equal settings, seeds and answers make equal problems."""

from __future__ import annotations

from benchwright.generate.settings import GenerationSettings


class Settings(GenerationSettings, frozen=True, kw_only=True):
    """Everything that the problems depend on, besides the answers of models."""

    languages: tuple[str, ...]
    """Languages that problems are written in directly."""
    translate_to: tuple[str, ...] = ()
    """Languages that finished problems are translated to."""
    translations: int = 1
    """Number of these languages that each problem is translated to."""
    oversample: float = 2.0
    """Number of seeds tried per requested problem, because many are dropped."""
    drop_solved: bool = True
    """Whether a problem that the solver always solves is dropped."""
    easy_above: float = 0.67
    """A problem is easy if a larger share of the answers pass."""
    medium_above: float = 0.34
    """A problem is medium if a larger share pass, and hard otherwise."""
    bugs: int = 3
    """Number of wrong variants that the model proposes."""
