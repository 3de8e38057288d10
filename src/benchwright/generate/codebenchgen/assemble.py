"""A draft that went all the way becomes a problem, with where it comes from and what was proven of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.codebenchgen.draft import AUGMENTED, FULL, Draft
from benchwright.generate.codebenchgen.rules import kept_share
from benchwright.generate.engine import Passage
from benchwright.generate.lineage import asked_of, origin_of
from benchwright.generate.record import StepRecord
from benchwright.judge.observe import Seen
from benchwright.problems import Problem

_AUTHORS = {FULL: ("execute", "tests"), AUGMENTED: ("extra_tests",)}
"""Test set → the steps that write it, the last first."""


def assemble(passage: Passage[Draft]) -> Problem:
    """The finished problem; nothing in it depends on when or how fast it was made."""
    draft = passage.draft
    return msgspec.structs.replace(
        draft.problem, id=_id(draft), lineage=_lineage(draft, passage.records), evidence=_evidence(passage)
    )


def _id(draft: Draft) -> str:
    name = re.sub(r"\W+", "-", draft.seed.target).strip("-")
    return f"{draft.language}/{name}-{draft.seed.id[:8]}"


def _lineage(draft: Draft, records: Mapping[str, StepRecord]) -> dict[str, Any]:
    lineage: dict[str, Any] = {
        "method": "codebenchgen",
        "asked": asked_of(records),
        "seed": {**origin_of(draft.seed), "target": draft.seed.target},
        "tests": {name: _author(records, _AUTHORS[name]) for name in draft.problem.tests},
    }
    if draft.lock is not None:
        lineage["environment"] = msgspec.to_builtins(draft.lock)
    return lineage


def _author(records: Mapping[str, StepRecord], steps: tuple[str, ...]) -> str:
    """The model whose answer to the last of these steps was taken."""
    answers = [asked for step in steps if step in records for asked in records[step].asked]
    return answers[0].model if answers else ""


def _observed(seen: Seen) -> dict[str, Any]:
    """What does not differ from run to run: temporary files and ports do."""
    return {
        "files": len(seen.files),
        "processes": sorted(set(seen.processes)),
        "denied_calls": sorted(seen.denied_calls),
        "network": sorted(seen.outside),
        "clock_dependent": seen.clock_dependent,
        "random": seen.random,
        "local": seen.local,
    }


def _evidence(passage: Passage[Draft]) -> dict[str, Any]:
    draft = passage.draft
    found: dict[str, Any] = {
        "rounds": draft.rounds,
        "first_passed": draft.first_passed,
        "kept": round(kept_share(draft.seed.text, draft.code), 3),
        "extra_tried": draft.extra_tried,
    }
    if draft.checked is not None:
        found |= {"reruns": draft.checked.reruns, "refused": list(draft.checked.refused)}
    seen = {FULL: draft.seen, AUGMENTED: draft.extra_seen}
    found["observed"] = {name: _observed(each) for name, each in seen.items() if each is not None}
    for name in ("complexity", "coverage", "mutation"):
        found[name] = msgspec.to_builtins(getattr(draft, name))
    found["flags"] = [msgspec.to_builtins(flag) for flag in passage.flags]
    return found
