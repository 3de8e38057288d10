"""What a job records about each item: the result of each step, flags, and the item's lineage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchwright.seeds import Seed

Strictness = Literal["lenient", "normal", "strict"]
Severity = Literal["unfit", "doubtful"]
"""How serious a violation is: unfit problems are dropped unless lenient, doubtful ones only if strict."""

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
"""Strictness → rules whose violation drops a problem; violations of other rules only flag it."""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """An objection against a problem."""

    rule: str
    """The rule that it violates."""
    detail: str = ""
    """How it violates the rule."""


class Dropped(Exception):
    """Raised to drop an item. This is not an error: it is counted, with its reason."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def drops(strictness: Strictness, rule: str, severity: Severity | None = None) -> bool:
    """Whether a violation of the rule drops a problem. Pass `severity` for a rule that only its step knows."""
    if severity is not None:
        return strictness == "strict" or (strictness == "normal" and severity == "unfit")
    return rule in _DROPS[strictness]


def requests_of(records: Mapping[str, StepRecord]) -> dict[str, list[dict[str, Any]]]:
    """Map each step to the requests to models that it made."""
    return {step: [_question(each) for each in record.asked] for step, record in records.items() if record.asked}


def origin_of(seed: Seed) -> dict[str, Any]:
    """Return the seed without its text."""
    return {"id": seed.id, "language": seed.language, "kind": seed.kind, **msgspec.to_builtins(seed.origin)}


def _question(asked: Asked) -> dict[str, Any]:
    return {"role": asked.role, "prompt": asked.prompt, "digest": asked.digest, "model": asked.model, "key": asked.key}


class Asked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request to a model."""

    role: str
    """Role of the model: model, critic, solver, tester."""
    prompt: str
    """Name of the prompt."""
    digest: str
    """Digest of the prompt's text."""
    model: str
    """Who answered: the endpoint's name for itself, otherwise as the user wrote it."""
    key: str
    """Key of the request, under which its answer is stored."""
    repair: bool = False
    """Whether it asked for the repair of an answer."""
    prompt_tokens: int = 0
    """Number of prompt tokens; None if unknown."""
    completion_tokens: int = 0
    """Number of completion tokens; None if unknown."""
    cost: float = 0.0
    """Cost in USD when the answer was first given; None if unknown."""
    cached: bool = False
    """Whether the answer was free this time."""


class StepRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of one step."""

    wrote: Any = None
    """Fields of the draft that it wrote."""
    dropped: str = ""
    """Why the item was dropped here; empty if it was not."""
    detail: str = ""
    """Details of the reason."""
    flags: tuple[Flag, ...] = ()
    """Objections that did not drop the problem."""
    asked: tuple[Asked, ...] = ()
    """Requests to models, in a stable order."""
    wall_s: float = 0.0
    """Duration in seconds, including waiting."""
