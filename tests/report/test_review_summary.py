"""Summaries of reviews; the numbers were counted by hand."""

from __future__ import annotations

import pytest

from benchwright.report.reviewing.summary import overview, summarize
from tests.report.reviewed import attempts, review

PROBLEMS = ["a", "b", "c", "d", "e", "f"]
REVIEWS = [
    # ada solves a on the third attempt and b on the first; she gives up on c.
    review("a", decision="accepted", difficulty=4, clarity=5, test_quality=5, attempts=attempts("x", "x", "passed")),
    review("b", decision="accepted", difficulty=1, clarity=4, test_quality=3, attempts=attempts("passed", "x")),
    review(
        "c", decision="rejected", difficulty=5, clarity=1, test_quality=1, attempts=attempts("x"), external_help=True
    ),
    # bob needs two attempts for a and seven for d; he corrects e without trying it.
    review("a", "bob", decision="accepted", difficulty=3, attempts=attempts("x", "passed"), external_help=True),
    review("d", "bob", difficulty=2, test_quality=2, attempts=attempts(*["x"] * 6, "passed")),
    review("e", "bob", decision="corrected", external_help=True),
    # A review without content, and a problem that no longer exists.
    review("f", draft="def double"),
    review("gone", decision="rejected", attempts=attempts("passed")),
]


def test_the_summary_counts_problems_and_not_reviews() -> None:
    found = summarize(PROBLEMS, REVIEWS)
    assert (found.problems, found.reviewed, found.reviewers) == (6, 5, ("ada", "bob"))
    assert found.decisions == {"accepted": 3, "corrected": 1, "rejected": 1}
    assert (found.tried, found.solved) == (4, 3)
    assert found.solved_after == (1, 2, 2, 2, 2, 2, 3)  # b on the first, a on bob's second, d on his seventh
    assert found.with_external_help == 2  # c and a; e was not tried
    assert (found.corrected, found.rejected) == (("e",), ("c",))


def test_ratings_have_a_spread_and_a_mean() -> None:
    found = summarize(PROBLEMS, REVIEWS)
    assert found.difficulty.counts == (1, 1, 1, 1, 1)
    assert found.difficulty.mean == 3.0
    assert found.clarity.counts == (1, 0, 0, 1, 1)
    assert found.clarity.mean == pytest.approx(10 / 3)
    assert found.test_quality.counts == (1, 1, 1, 0, 1)
    assert found.test_quality.mean == pytest.approx(11 / 4)


def test_attempts_after_seeing_the_reference_do_not_count() -> None:
    shown = [
        review("a", shown_after=0, attempts=attempts("passed")),
        review("b", shown_after=1, attempts=attempts("x", "passed")),
        review("c", shown_after=2, attempts=attempts("x", "passed", "x")),
    ]
    found = summarize(PROBLEMS, shown)
    assert (found.tried, found.solved) == (2, 1)
    assert found.solved_after == (0, 1, 1, 1, 1)


def test_without_reviews_there_are_no_shares() -> None:
    found = overview("job", PROBLEMS, [])
    assert (found.summary.reviewed, found.summary.tried, found.summary.solved_after) == (0, 0, (0, 0, 0, 0, 0))
    assert found.summary.clarity.mean is None
    assert {row.whole for row in found.study} == {0}


def test_the_published_study_is_shown_next_to_it() -> None:
    found = overview("job", PROBLEMS, REVIEWS)
    rows = {row.name: (row.part, row.whole, row.published) for row in found.study}
    assert rows["solved"] == (3, 4, 81.3)
    assert rows["solved at the first try"] == (1, 4, 34.38)
    assert rows["solved within five tries"] == (2, 4, 68.75)
    assert rows["other sources needed"] == (2, 4, 50.0)
    assert rows["quick to solve (difficulty 1, 2)"] == (2, 5, 39.0)
    assert rows["some effort (difficulty 3)"] == (1, 5, 44.0)
    assert rows["great effort (difficulty 4, 5)"] == (2, 5, 17.0)
    assert rows["tests reasonable (test quality 3 to 5)"] == (2, 4, 85.0)
    assert found.source.startswith("Xie et al. 2024")
