"""What an evaluation depends on. Two evaluations with equal settings and answers have equal numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.problems import Problem

Mode = Literal["chat", "completion", "infill"]
Feedback = Literal["compile", "tests", "full", "none"]


class Sampling(msgspec.Struct, frozen=True, kw_only=True):
    """How answers are drawn."""

    n: int = 1
    """Answers per problem."""
    temperature: float = 0.0
    """0 is greedy."""
    top_p: float = 1.0
    """Tokens are drawn from the likeliest that together have this probability."""
    max_tokens: int = 2048
    """An answer is cut off after so many tokens."""
    stop: tuple[str, ...] = ()
    """An answer ends before the first of these."""
    seed: int | None = None
    """For endpoints that can draw reproducibly."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the numbers depend on, besides the problems themselves."""

    benchmark: str
    """Fingerprint of the problems."""
    references: str = ""
    """Digest of their references: what a plan is made from."""
    answers: str
    """Who answers: `provider:name`, or the digest of a file of samples."""
    extra_body: Mapping[str, Any] = {}
    """Further fields of every request."""
    mode: Mode = "chat"
    """How the model is asked."""
    prompt: str = ""
    """Digest of the prompt's text."""
    system: str = ""
    """System prompt, where it is not the default."""
    sampling: Sampling = Sampling()
    """How answers are drawn."""
    turns: int = 1
    """How often a model may try, when told what failed."""
    feedback: Feedback = "tests"
    """What it is told."""
    codet: int = 0
    """Test programs that the model writes for each problem, to choose among its answers by them."""
    canary: bool = True
    """Whether a pass is held against canaries."""
    early_stop: bool = False
    """Whether a solution is judged by no more test sets than it takes."""

    @property
    def from_file(self) -> bool:
        """Whether the answers came from a file of samples."""
        return self.answers.startswith("samples:")

    @property
    def turns_to_ask(self) -> int:
        """So often a sample is asked for as long as it fails; a file of samples has the turns that it has."""
        return 1 if self.from_file else self.turns

    def pinned(self) -> dict[str, Any]:
        """For the job's manifest."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def file_digest(file: Path | None) -> str:
    """Of a file of samples: the job goes on only with the same."""
    if file is None:
        return ""
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()[:16]
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None


def references_digest(problems: Mapping[str, Problem]) -> str:
    """Tells the references of these problems from any others."""
    texts = "\0".join(f"{name}\0{problem.digest}" for name, problem in sorted(problems.items()))
    return hashlib.sha256(texts.encode(errors="surrogateescape")).hexdigest()[:16]
