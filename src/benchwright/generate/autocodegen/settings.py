"""What a generation depends on. Two with equal settings, seeds and answers make equal problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.flag import Strictness


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the problems depend on, besides the answers of models."""

    languages: tuple[str, ...]
    """Languages that problems are written in directly."""
    translate_to: tuple[str, ...] = ()
    """Languages that finished problems are translated to."""
    translations: int = 1
    """Into how many of them each problem is translated."""
    count: int
    """Problems wanted."""
    oversample: float = 2.0
    """Seeds that are tried for each problem wanted, as many do not survive."""
    strictness: Strictness = "normal"
    """What drops a problem and what is only told."""
    reruns: int = 3
    """How often the reference must give the same output and pass."""
    samples: int = 5
    """Answers of the solver to each question."""
    drop_solved: bool = True
    """Whether a problem that the solver always solves is dropped."""
    easy_above: float = 0.67
    """A problem is easy if more of the answers pass."""
    medium_above: float = 0.34
    """It is medium if more of them pass, and hard otherwise."""
    mutants: int = 16
    """Wrong variants of the reference, made on its syntax tree, that the full tests are held against."""
    bugs: int = 3
    """Wrong variants that the model proposes."""
    weak_below: float = 0.7
    """Tests that notice fewer of the variants are sent back once for more inputs."""
    covered_above: float = 0.8
    """Tests that run fewer lines of the reference are told of."""
    similar_above: float = 0.7
    """Problems of one language that are more alike are duplicates."""
    temperature: float = 0.7
    """With which solutions are invented and solved; all else is asked at 0."""
    max_tokens: int = 8192
    """An answer is cut off after so many tokens."""
    models: Mapping[str, str] = {}
    """Role → identity of its model."""
    prompts: Mapping[str, str] = {}
    """Prompt → digest of its text."""
    seeds: str = ""
    """Digest of the seeds."""
    against: tuple[str, ...] = ()
    """Fingerprints of the benchmarks that problems must not resemble."""

    def decides(self) -> dict[str, Any]:
        """For the job's manifest."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain
