"""The traits that results are broken down by."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from benchwright.evaluation.outcomes import traits_of
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import problem

HOLE = Problem(
    id="p",
    language="python",
    question="Add.",
    canonical_solution="import numpy\n\ndef add(a, b):\n    c = a\n\n    return c + b\n\ndef other():\n    pass\n",
    prefix="import numpy\n\ndef add(a, b):\n",
    suffix="\ndef other():\n    pass\n",
    entry_point="add",
    libraries=("numpy",),
)


def test_lines_and_libraries_come_from_the_texts() -> None:
    found = traits_of(HOLE)
    assert (found.reference_lines, found.target_lines, found.context_lines) == (6, 2, 4)
    assert (found.calls, found.library_count) == (None, 1)


def test_measured_counts_take_precedence() -> None:
    complexity = {"all": {"imports_external": ["numpy", "pandas"]}, "target": {"calls": 3}}
    found = traits_of(msgspec.structs.replace(HOLE, evidence={"complexity": complexity}))
    assert (found.calls, found.library_count) == (3, 2)


@pytest.mark.parametrize(
    "evidence", [{"complexity": 3}, {"complexity": {"target": [1]}}, {"complexity": {"target": {"calls": "3"}}}]
)
def test_unknown_evidence_is_ignored(evidence: dict[str, Any]) -> None:
    assert traits_of(msgspec.structs.replace(HOLE, evidence=evidence)).calls is None


def test_a_problem_without_a_hole_has_no_target() -> None:
    found = traits_of(problem(1))
    assert found.reference_lines > 0
    assert (found.target_lines, found.context_lines, found.calls, found.library_count) == (0, 0, None, None)
    changed = traits_of(msgspec.structs.replace(HOLE, prefix="something else\n"))
    assert (changed.target_lines, changed.library_count) == (0, None)
