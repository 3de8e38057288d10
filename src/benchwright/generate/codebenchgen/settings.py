"""What a generation depends on. Two with equal settings, seeds and answers make equal examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchwright.generate.flag import Strictness


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the examples depend on, besides the answers of models."""

    method: Literal["codebenchgen"] = "codebenchgen"
    """Which method it is."""
    count: int
    """Examples wanted."""
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
    samples: int = 5
    """How often further tests are asked for; the first that hold are taken."""
    packages: bool = True
    """Whether packages are installed."""
    allow: tuple[str, ...] = ()
    """The packages that may be installed; empty for all."""
    deny: tuple[str, ...] = ()
    """Those that may not."""
    strictness: Strictness = "normal"
    """What drops an example and what is only told."""
    reruns: int = 3
    """How often the reference must pass, each time under other circumstances."""
    mutants: int = 16
    """Wrong variants of the target that the tests are held against."""
    weak_below: float = 0.7
    """Tests that notice fewer of the variants are told of."""
    covered_above: float = 0.8
    """Tests that run fewer lines of the target are told of."""
    similar_above: float = 0.7
    """Examples of one language that are more alike are duplicates."""
    temperature: float = 0.7
    """With which further tests are asked for; all else is asked at 0."""
    max_tokens: int = 8192
    """An answer is cut off after so many tokens."""
    models: Mapping[str, str] = {}
    """Role → identity of its model."""
    prompts: Mapping[str, str] = {}
    """Prompt → digest of its text."""
    seeds: str = ""
    """Digest of the seeds."""
    against: tuple[str, ...] = ()
    """Fingerprints of the benchmarks that examples must not resemble."""

    def decides(self) -> dict[str, Any]:
        """For the job's manifest."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain
