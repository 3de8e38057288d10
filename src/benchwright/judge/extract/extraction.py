"""What was found in a model's answer."""

from __future__ import annotations

from typing import Literal

import msgspec

Flaw = Literal["", "no code", "refusal", "truncated"]


class Extraction(msgspec.Struct, frozen=True, kw_only=True):
    """The code of one answer, and how it was come by."""

    code: str
    """What is to be judged; empty where there is none."""
    how: str = ""
    """The rule that chose it, as in `defining block`; empty where there is no code."""
    blocks: int = 0
    """How many blocks of code the answer has."""
    repairs: tuple[str, ...] = ()
    """What was changed in the code that was chosen, in order."""
    reasoning: str = ""
    """What stood in reasoning tags."""
    flaw: Flaw = ""
    """What is wrong with the answer, before any judge has seen it."""
