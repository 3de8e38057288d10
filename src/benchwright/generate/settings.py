"""What both methods' generations depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.record import Strictness


class GenerationSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the problems depend on, besides the answers of models: two generations with equal settings, seeds
    and answers make equal problems."""

    count: int
    """Problems wanted."""
    strictness: Strictness = "normal"
    """What drops a problem, and what is only flagged."""
    reruns: int = 3
    """How often the reference must give the same output and pass, each time under other circumstances."""
    samples: int = 5
    """Answers asked for: solutions of each question (AutoCodeGen), or further tests (CodeBenchGen)."""
    mutants: int = 16
    """Wrong variants of the reference, made on its syntax tree, that the tests are run on."""
    weak_below: float = 0.7
    """Tests that notice a smaller share of the variants are weak."""
    covered_above: float = 0.8
    """Tests that run a smaller share of the lines are flagged."""
    similar_above: float = 0.7
    """Problems of one language that are more alike than this are duplicates."""
    temperature: float = 0.7
    """For answers that should vary; everything else is asked at 0."""
    max_tokens: int = 8192
    """Longest answer, in tokens."""
    models: Mapping[str, str] = {}
    """Role → identity of its model."""
    prompts: Mapping[str, str] = {}
    """Prompt → digest of its text."""
    seeds: str = ""
    """Digest of the seeds."""
    against: tuple[str, ...] = ()
    """Fingerprints of the benchmarks that problems must not resemble."""

    def pinned(self) -> dict[str, Any]:
        """For the job's manifest."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain
