"""A verdict in one line, for APIs that have a message and no reason."""

from __future__ import annotations

from benchwright.judge import Judgement, Verdict


def describe(judgement: Judgement) -> str:
    """The verdict, its reason, where, and what was said; empty for a pass."""
    if judgement.verdict is Verdict.PASSED:
        return ""
    parts = [judgement.verdict.value.replace("_", " ")]
    if judgement.reason and judgement.reason not in parts[0]:
        parts.append(f" ({judgement.reason})")
    if judgement.place:
        parts.append(f" at line {judgement.place.line} of the {judgement.place.part}")
    if judgement.message:
        parts.append(f": {judgement.message}")
    return "".join(parts)
