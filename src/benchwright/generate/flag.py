"""What speaks against a problem: what is flagged stays with it, what is dropped goes no further."""

from __future__ import annotations

from typing import Literal

import msgspec

Strictness = Literal["lenient", "normal", "strict"]

_UNFIT = {
    *("critic", "contaminated", "disputed", "question empty", "question names", "question leak", "question private"),
    *("network", "denied calls", "depends on time", "depends on place"),
}
_DOUBTFUL = {
    *("weak tests", "unsolved", "low coverage", "no further tests", "processes", "files left"),
    *("question examples", "question no_examples", "question language", "question hints"),
}
_DROPS: dict[Strictness, frozenset[str]] = {
    "lenient": frozenset(),
    "normal": frozenset(_UNFIT),
    "strict": frozenset(_UNFIT | _DOUBTFUL),
}
"""Strictness → rules whose violation drops a problem; of all others it only tells."""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that speaks against a problem."""

    rule: str
    """Which rule it violates."""
    detail: str = ""
    """How."""


class Dropped(Exception):
    """The item goes no further. No failure of anybody's: it is counted, with its reason."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def drops(strictness: Strictness, rule: str) -> bool:
    """Whether a violation of the rule drops a problem."""
    return rule in _DROPS[strictness]
