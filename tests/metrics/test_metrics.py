"""Metrics are found by listing the folder."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import benchwright.metrics
from benchwright.metrics import Estimate, Options, Outcome, measure_all, metrics
from tests.metrics.outcomes import chain, table

FOLDER = Path(benchwright.metrics.__file__).parent
MEASURED = sorted(
    file.stem for file in FOLDER.glob("*.py") if re.search(r"^def measure\(", file.read_text(), re.MULTILINE)
)


def test_every_file_that_measures_is_found_in_order() -> None:
    assert [name for name in metrics() if name in MEASURED] == MEASURED  # others are of installed plugins
    assert {"pass_at_k", "slices", "turns", "cost"} <= set(MEASURED)


def test_no_data_gives_no_number() -> None:
    assert measure_all([]) == {name: {} for name in metrics()}


def test_a_job_without_scored_samples_has_no_score() -> None:
    found = measure_all(table(["?", "?"]), Options(k=(1, 2)))
    assert {name for name, estimates in found.items() if estimates} == {"verdict_mix"}


def test_the_defaults() -> None:
    found = measure_all(table(["+-", "++"]))
    assert list(found["pass_at_k"]) == ["pass@1"]
    assert found["pass_at_k"]["pass@1"].low is not None


@pytest.mark.parametrize("name", MEASURED)
def test_the_order_of_the_outcomes_does_not_matter(name: str) -> None:
    outcomes = [
        *table(["+-+", "---", "+++", "-+?"], language="python", difficulty="hard", reference_lines=12, cost=0.1),
        *chain("q", 0, "compile", "type", ""),
        *chain("q", 1, "compile", "compile", "compile"),
    ]
    options = Options(k=(1, 2), resamples=50)
    assert metrics()[name](outcomes, options) == metrics()[name](outcomes[::-1], options)


RATES = {"pass_at_k", "pass_hat_k", "slices", "verdict_mix", "failure_class"}


@settings(max_examples=40)
@given(st.lists(st.text("+-?", min_size=1, max_size=4), min_size=1, max_size=12))
def test_every_number_is_within_its_interval(rows: list[str]) -> None:
    found = measure_all(table(rows, language="go", tags=("a", "b")), Options(k=(1, 2), resamples=400))
    for name in RATES:
        for estimate in found[name].values():
            assert 0 <= estimate.value <= 1
            assert estimate.n > 0
            assert (estimate.low is None) == (estimate.high is None)
            if estimate.low is not None and estimate.high is not None:
                assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_records_round_trip_through_json() -> None:
    for record in (Estimate(value=0.5, low=0.4, high=0.6, n=3), *table(["+?"])):
        assert msgspec.json.decode(msgspec.json.encode(record), type=type(record)) == record
    assert msgspec.json.decode(b'{"problem": "a", "sample": 0}', type=Outcome).turn == 1
