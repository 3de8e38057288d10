"""Settings of a generation. Two generations with equal settings, seeds and answers make equal examples."""

from __future__ import annotations

from typing import Literal

from benchwright.generate.settings import GenerationSettings


class Settings(GenerationSettings, frozen=True, kw_only=True):
    """Everything that the examples depend on, besides the answers of models."""

    method: Literal["codebenchgen"] = "codebenchgen"
    """Name of the method."""
    attempts: int = 3
    """Number of retries for a file or tests that do not meet the requirements."""
    rounds: int = 3
    """How often failing code or tests are sent back for repair."""
    assertions: int = 3
    """Minimum number of assertions in the tests."""
    min_tokens_of_code: int = 40
    """Minimum tokens of code in the whole file."""
    max_tokens_of_code: int = 4000
    """Maximum tokens of code in the whole file."""
    min_target_tokens: int = 15
    """Minimum tokens of code in the target."""
    max_target_tokens: int = 800
    """Maximum tokens of code in the target."""
    kept_above: float = 0.4
    """Share of the source's lines that must be kept."""
    target_kept_above: float = 0.5
    """Share of the target's lines that must be kept."""
    shrunk_below: float = 0.7
    """A repaired file is rejected if its code shrinks below this share of its previous size."""
    packages: bool = True
    """Whether packages are installed."""
    allow: tuple[str, ...] = ()
    """Packages that may be installed; empty for all."""
    deny: tuple[str, ...] = ()
    """Packages that may not be installed."""
