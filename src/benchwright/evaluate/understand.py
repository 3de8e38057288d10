"""A sample with the code of its answer."""

from __future__ import annotations

import msgspec

from benchwright.evaluate.sample import Sample
from benchwright.judge.understand import Kind, understand
from benchwright.problems import Problem


def understood(problem: Problem, sample: Sample) -> Sample:
    """The sample with its code found anew in what came."""
    kind: Kind = sample.kind  # type: ignore[assignment]
    found = understand(problem, sample.raw, kind, sample.finish_reason)
    return msgspec.structs.replace(
        sample,
        code=found.code,
        how=found.how,
        repairs=found.repairs,
        flaw=found.flaw,
        reasoning=found.reasoning or sample.reasoning,
    )
