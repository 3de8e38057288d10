"""Where a problem comes from, as it stands with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.record import Asked, StepRecord
from benchwright.seeds import Seed


def asked_of(records: Mapping[str, StepRecord]) -> dict[str, list[dict[str, Any]]]:
    """Step → what models were asked in it."""
    return {step: [_question(each) for each in record.asked] for step, record in records.items() if record.asked}


def origin_of(seed: Seed) -> dict[str, Any]:
    """The seed without its text."""
    return {"id": seed.id, "language": seed.language, "kind": seed.kind, **msgspec.to_builtins(seed.origin)}


def _question(asked: Asked) -> dict[str, Any]:
    return {"role": asked.role, "prompt": asked.prompt, "digest": asked.digest, "model": asked.model, "key": asked.key}
