"""What the user may choose about training data."""

from __future__ import annotations

from typing import Literal

import msgspec

from benchwright.evaluate.training.messages import Answers

Prefer = Literal["first", "shortest"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """A kind reads those that concern it."""

    answers: Answers = "raw"
    """Whether an answer is the model's text as it came, or its code alone in a fence."""
    per_problem: int | None = None
    """Most rows of one problem; None: all, and of pairs one."""
    prefer: Prefer = "first"
    """sft: which samples come first when not all are taken."""
    references: bool = False
    """sft: whether the references are answers too."""
    turns: bool = False
    """sft: whether a sample of a later turn comes with the chat before it."""
