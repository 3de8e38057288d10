"""Tests by several authors: which models pass whose tests."""

from __future__ import annotations

import pytest

from benchwright.metrics import Outcome
from benchwright.metrics.author_bias import author_bias, is_same_model
from benchwright.metrics.test_sets import measure
from tests.metrics.outcomes import PLAIN, outcome

AUTHORS = {"full": "openai:big", "augmented": "openai:small"}


def answered(rows: list[str], sample: int = 0) -> list[Outcome]:
    """Return one problem per row: whether the first author's tests passed, and the second's."""
    values = {"+": "passed", "-": "wrong_answer"}
    return [
        outcome(
            f"p{number}",
            sample,
            row == "++",
            verdicts={"full": values[row[0]], "augmented": values[row[1]]},
            authors=AUTHORS,
        )
        for number, row in enumerate(rows)
    ]


def test_the_table() -> None:
    results = {
        "openai:big@http://one": answered(["++", "+-", "+-", "--"]),
        "openai:small@http://two": answered(["++", "-+", "--", "--"]),
    }
    found = author_bias(results, PLAIN)
    assert found is not None
    assert found.problems == 4
    rates = {(each.author, each.model.partition("@")[0]): each.passed.value for each in found.rates}
    assert rates == {
        ("openai:big", "openai:big"): 0.75,
        ("openai:big", "openai:small"): 0.25,
        ("openai:small", "openai:big"): 0.25,
        ("openai:small", "openai:small"): 0.5,
    }
    big, small = found.leads
    assert (big.own.value, big.other.value, big.bias.value) == (0.5, -0.25, 0.75)
    assert (small.own.value, small.other.value, small.bias.value) == (0.25, -0.5, 0.75)


def test_only_problems_scored_by_all_models_and_authors_count() -> None:
    whole = answered(["++", "--"])
    stopped = outcome("p2", 0, False, verdicts={"full": "wrong_answer"}, authors=AUTHORS)
    one_author = outcome("p3", 0, True, verdicts={"full": "passed"}, authors={"full": "openai:big"})
    found = author_bias({"a": [*whole, stopped, one_author], "b": answered(["++", "--", "++"])}, PLAIN)
    assert found is not None
    assert found.problems == 2
    assert found.leads == ()


def test_without_authors_there_is_no_table() -> None:
    assert author_bias({"a": [outcome()], "b": [outcome()]}, PLAIN) is None
    assert author_bias({}, PLAIN) is None


def test_a_single_author_has_no_lead() -> None:
    found = author_bias({"openai:big": answered(["++"])}, PLAIN)
    assert found is not None
    assert len(found.rates) == 2
    assert found.leads == ()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("openai:big@http://x:1/v1", "openai:big", True),
        ("big", "openai:big@http://x:1/v1", True),
        ("openai:llama:8b", "llama:8b", True),
        ("python:one:answer", "python:two:answer", False),
        ("openai:big", "openai:bigger", False),
    ],
)
def test_names_that_refer_to_one_model(one: str, other: str, same: bool) -> None:
    assert is_same_model(one, other) == same
    assert is_same_model(other, one) == same


def test_pass_at_1_by_test_set() -> None:
    found = measure([*answered(["++", "+-", "--", "-+"]), outcome("q", 0, True, verdicts={"full": "passed"})], PLAIN)
    assert {name: (each.value, each.n) for name, each in found.items()} == {
        "pass@1 by augmented (openai:small)": (0.5, 4),
        "pass@1 by full (openai:big)": (0.5, 4),
    }


def test_samples_of_a_problem_are_one_cluster() -> None:
    twice = [*answered(["++", "--"]), *answered(["+-"], sample=1)]
    assert measure(twice, PLAIN)["pass@1 by augmented (openai:small)"].value == 0.25
