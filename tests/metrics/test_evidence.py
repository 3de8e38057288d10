"""pass@1 by evidence."""

from __future__ import annotations

from benchwright.metrics.evidence import measure
from benchwright.metrics.outcome import Options, Outcome


def outcome(problem: str, evidence: str, verdict: str = "passed") -> Outcome:
    return Outcome(problem=problem, sample=0, verdict=verdict, evidence=evidence)


def test_only_passes_with_enough_evidence_count() -> None:
    outcomes = [
        outcome("a", "full"),
        outcome("b", "sampled"),
        outcome("c", "completion"),
        outcome("d", "", "wrong_answer"),
    ]
    measured = {name: estimate.value for name, estimate in measure(outcomes, Options()).items()}
    assert measured == {"pass@1 with full evidence": 0.25, "pass@1 with sampled evidence or better": 0.5}


def test_unknown_values_are_not_shown() -> None:
    assert measure([outcome("a", "")], Options()) == {}
