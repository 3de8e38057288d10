"""Settings shared by both methods' generations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.record import Strictness


class GenerationSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the problems depend on, besides the answers of models: two generations with equal settings, seeds
    and answers make equal problems."""

    count: int
    """Number of problems requested."""
    strictness: Strictness = "normal"
    """What drops a problem, and what only flags it."""
    reruns: int = 3
    """How often the reference must give the same output and pass, each time under different conditions."""
    samples: int = 5
    """Number of answers requested: solutions of each question (AutoCodeGen), or additional tests (CodeBenchGen)."""
    mutants: int = 16
    """Number of wrong variants of the reference, made on its syntax tree, that the tests are run on."""
    weak_below: float = 0.7
    """Tests that detect a smaller share of the variants are weak."""
    covered_above: float = 0.8
    """Tests that cover a smaller share of the lines are flagged."""
    similar_above: float = 0.7
    """Problems in the same language with a higher similarity are duplicates."""
    temperature: float = 0.7
    """Temperature for answers that should vary; all others use 0."""
    max_tokens: int = 8192
    """Maximum tokens per answer."""
    models: Mapping[str, str] = {}
    """Role → identity of its model."""
    prompts: Mapping[str, str] = {}
    """Prompt → digest of its text."""
    seeds: str = ""
    """Digest of the seeds."""
    against: tuple[str, ...] = ()
    """Fingerprints of the benchmarks that problems must not resemble."""

    options: Mapping[str, Mapping[str, Any]] = {}
    """Step → its own options, as set by `--set STEP.NAME=VALUE`."""

    def pinned(self) -> dict[str, Any]:
        """Return the settings as plain data for the job's manifest. Without options, they equal those of releases that
        had none."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        if not self.options:
            del plain["options"]
        return plain
