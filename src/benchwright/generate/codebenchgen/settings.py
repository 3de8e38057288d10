"""What a generation depends on. Two with equal settings, seeds and answers make equal examples."""

from __future__ import annotations

from typing import Literal

from benchwright.generate.settings import GenerationSettings


class Settings(GenerationSettings, frozen=True, kw_only=True):
    """Everything that the examples depend on, besides the answers of models."""

    method: Literal["codebenchgen"] = "codebenchgen"
    """Which method it is."""
    attempts: int = 3
    """How often a file or tests that do not meet the requirements are asked for again."""
    rounds: int = 3
    """How often what fails is sent back to be mended."""
    assertions: int = 3
    """The fewest that tests may have."""
    min_tokens_of_code: int = 40
    """Of code in the whole file."""
    max_tokens_of_code: int = 4000
    """Of code in the whole file."""
    min_target_tokens: int = 15
    """Of code in the target."""
    max_target_tokens: int = 800
    """Of code in the target."""
    kept_above: float = 0.4
    """The share of the source's lines that must still be there."""
    target_kept_above: float = 0.5
    """The same for the lines of the target."""
    shrunk_below: float = 0.7
    """A mended file whose code is a smaller share of what it was is refused."""
    packages: bool = True
    """Whether packages are installed."""
    allow: tuple[str, ...] = ()
    """The packages that may be installed; empty for all."""
    deny: tuple[str, ...] = ()
    """Those that may not."""
