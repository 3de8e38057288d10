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
    """How answers are sampled."""

    n: int = 1
    """Number of answers per problem."""
    temperature: float = 0.0
    """Sampling temperature; 0 is greedy."""
    top_p: float = 1.0
    """Nucleus sampling: tokens are drawn from the likeliest ones with this total probability."""
    max_tokens: int = 2048
    """Maximum tokens per answer; longer answers are truncated."""
    stop: tuple[str, ...] = ()
    """Sequences that end an answer; they are not part of it."""
    seed: int | None = None
    """For endpoints with reproducible sampling; None: not sent."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the numbers depend on, besides the problems themselves."""

    benchmark: str
    """Fingerprint of the problems."""
    references: str = ""
    """Digest of the problems' references, which plans are made from."""
    answers: str
    """Source of the answers: `provider:name`, or the digest of a file of samples."""
    extra_body: Mapping[str, Any] = {}
    """Additional fields of every request."""
    mode: Mode = "chat"
    """How the model is asked: chat, completion or infill."""
    prompt: str = ""
    """Digest of the prompt's text."""
    system: str = ""
    """System prompt; empty for the default."""
    sampling: Sampling = Sampling()
    """How answers are sampled."""
    turns: int = 1
    """Maximum attempts per sample, with feedback after each failure."""
    feedback: Feedback = "tests"
    """Feedback given to the model after a failure."""
    codet: int = 0
    """Number of test programs that the model writes per problem, for CodeT's choice among its answers; 0 turns it
    off."""
    canary: bool = True
    """Whether passes are confirmed with altered tests (canaries)."""
    early_stop: bool = False
    """Whether judging a solution stops as soon as its verdict is known. Test sets by several authors always run."""

    environment: str | None = None
    """Package environment that replaces those of the problems; null: none does."""

    @property
    def from_file(self) -> bool:
        """Whether the answers come from a file of samples."""
        return self.answers.startswith("samples:")

    @property
    def turns_to_ask(self) -> int:
        """How often a sample may be attempted while it fails; 1 for a file of samples, which contains its turns."""
        return 1 if self.from_file else self.turns

    def pinned(self) -> dict[str, Any]:
        """Return the settings as plain data for the job's manifest."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def file_digest(file: Path | None) -> str:
    """Return the digest of a file of samples: a job resumes only with the same file."""
    if file is None:
        return ""
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()[:16]
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None


def references_digest(problems: Mapping[str, Problem]) -> str:
    """Identify the references of these problems."""
    texts = "\0".join(f"{name}\0{problem.digest}" for name, problem in sorted(problems.items()))
    return hashlib.sha256(texts.encode(errors="surrogateescape")).hexdigest()[:16]
