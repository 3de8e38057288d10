"""What a job records of each item: the result of each step, flags, and the item's lineage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchwright.seeds import Seed

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


def asked_of(records: Mapping[str, StepRecord]) -> dict[str, list[dict[str, Any]]]:
    """Step → what models were asked in it."""
    return {step: [_question(each) for each in record.asked] for step, record in records.items() if record.asked}


def origin_of(seed: Seed) -> dict[str, Any]:
    """The seed without its text."""
    return {"id": seed.id, "language": seed.language, "kind": seed.kind, **msgspec.to_builtins(seed.origin)}


def _question(asked: Asked) -> dict[str, Any]:
    return {"role": asked.role, "prompt": asked.prompt, "digest": asked.digest, "model": asked.model, "key": asked.key}


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
