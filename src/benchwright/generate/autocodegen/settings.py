"""What a generation depends on. Two with equal settings, seeds and answers make equal problems."""

from __future__ import annotations

from benchwright.generate.settings import GenerationSettings


class Settings(GenerationSettings, frozen=True, kw_only=True):
    """Everything that the problems depend on, besides the answers of models."""

    languages: tuple[str, ...]
    """Languages that problems are written in directly."""
    translate_to: tuple[str, ...] = ()
    """Languages that finished problems are translated to."""
    translations: int = 1
    """Into how many of them each problem is translated."""
    oversample: float = 2.0
    """Seeds that are tried for each problem wanted, as many do not survive."""
    drop_solved: bool = True
    """Whether a problem that the solver always solves is dropped."""
    easy_above: float = 0.67
    """A problem is easy if more of the answers pass."""
    medium_above: float = 0.34
    """It is medium if more of them pass, and hard otherwise."""
    bugs: int = 3
    """Wrong variants that the model proposes."""
