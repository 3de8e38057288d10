"""What a job keeps of each step of each item."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.generate.flag import Flag


class Asked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question to a model."""

    role: str
    """Which of the models: model, critic, solver."""
    prompt: str
    """Name of the prompt."""
    digest: str
    """Of the prompt's text."""
    model: str
    """Who answered, as the endpoint names itself, or else as the user wrote it."""
    key: str
    """The request's key: where its answer is kept."""
    repair: bool = False
    """Whether it asked to mend an answer."""
    prompt_tokens: int = 0
    """Tokens that were read, as far as known."""
    completion_tokens: int = 0
    """Tokens that were written, as far as known."""
    cost: float = 0.0
    """USD that it cost when it was made, as far as known."""
    cached: bool = False
    """Whether nothing was paid for it now."""


class StepRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one step."""

    wrote: Any = None
    """The fields of the draft that it wrote."""
    dropped: str = ""
    """Why the item ended here."""
    detail: str = ""
    """More about that."""
    flags: tuple[Flag, ...] = ()
    """What speaks against the problem and did not drop it."""
    asked: tuple[Asked, ...] = ()
    """What models were asked."""
    wall_s: float = 0.0
    """How long it took, waiting included."""
