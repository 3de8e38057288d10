"""A draft that went all the way becomes a problem, with where it comes from and what was proven of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.engine import Passage
from benchwright.generate.lineage import asked_of, origin_of
from benchwright.generate.record import StepRecord
from benchwright.problems import Problem


def assemble(passage: Passage[Draft], number: str) -> Problem:
    """The finished problem; nothing in it depends on when or how fast it was made."""
    draft = passage.draft
    return msgspec.structs.replace(
        draft.problem, id=number, lineage=_lineage(draft, passage.records), evidence=_evidence(passage)
    )


def _lineage(draft: Draft, records: Mapping[str, StepRecord]) -> dict[str, Any]:
    lineage: dict[str, Any] = {"method": "autocodegen", "asked": asked_of(records)}
    if draft.seed is not None:
        lineage["seed"] = origin_of(draft.seed)
    if draft.source is not None:
        lineage["translated_from"] = draft.source.id
    return lineage


def _evidence(passage: Passage[Draft]) -> dict[str, Any]:
    draft = passage.draft
    found: dict[str, Any] = {"strengthened": draft.strengthened}
    if draft.checked is not None:
        found |= {"reruns": draft.checked.reruns, "refused": list(draft.checked.refused)}
    for name in ("mutation", "coverage", "solving", "review"):
        if (value := getattr(draft, name)) is not None:
            found[name] = msgspec.to_builtins(value)
    if draft.source is not None:
        found["difficulty_from"] = draft.source.id
    found["flags"] = [msgspec.to_builtins(flag) for flag in passage.flags]
    return found
