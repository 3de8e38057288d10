"""Near duplicates are found, others are not, and the results are reproducible."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics.near_duplicates import NearDuplicates, shingles_of, signature_of

_WORDS = st.lists(st.sampled_from([f"word{number}" for number in range(40)]), min_size=1, max_size=60).map(" ".join)


def _numbered(numbers: range) -> str:
    return " ".join(f"name{number}" for number in numbers)


def test_the_most_similar_earlier_text_is_named() -> None:
    alike = NearDuplicates(0.5)
    assert alike.add("far", _numbered(range(40, 100))) is None
    assert alike.add("near", _numbered(range(100))) == ("far", 58 / 98)
    key, similarity = alike.add("new", _numbered(range(96))) or ("", 0.0)
    assert (key, similarity) == ("near", 94 / 98)


def test_nearest_is_stateless() -> None:
    alike = NearDuplicates(0.8)
    assert alike.nearest("one two three four five") is None
    assert alike.nearest("one two three four five") is None
    alike.add("kept", "one two three four five")
    assert alike.nearest("one two three four five") == ("kept", 1.0)


def test_below_the_threshold_is_not_a_duplicate() -> None:
    alike = NearDuplicates(0.9)
    alike.add("long", _numbered(range(100)))
    assert alike.nearest(_numbered(range(80))) is None
    assert NearDuplicates(0.7).add("x", "") is None


def test_case_and_space_do_not_count_but_texts_without_words_differ() -> None:
    alike = NearDuplicates(1.0)
    alike.add("text", "Return the SUM of both\n")
    assert alike.nearest("return  the sum of both") == ("text", 1.0)
    alike.add("signs", "+ - *")
    assert alike.nearest("+-*") == ("signs", 1.0)
    assert alike.nearest("+ - /") is None


@pytest.mark.parametrize("threshold", [0.0, -1.0, 1.5])
def test_a_threshold_is_a_share(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        NearDuplicates(threshold)


@given(texts=st.lists(_WORDS, min_size=2, max_size=8), threshold=st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_reported_duplicates_are_the_best_matches(texts: list[str], threshold: float) -> None:
    alike = NearDuplicates(threshold)
    for number, text in enumerate(texts):
        earlier = [(_jaccard(text, other), str(place)) for place, other in enumerate(texts[:number])]
        found = alike.add(str(number), text)
        if found is not None:
            assert (found[1], found[0]) in earlier
            assert found[1] >= threshold
        if any(similarity == 1.0 for similarity, _ in earlier):
            assert found is not None
            assert found[1] == 1.0


def test_few_pairs_at_the_threshold_are_missed() -> None:
    overlooked = 0
    for number in range(200):
        alike = NearDuplicates(0.8)
        words = [f"w{number}x{place}" for place in range(102)]
        alike.add("whole", " ".join(words))
        overlooked += alike.nearest(" ".join(words[:82])) is None  # 80 of 100 shingles
    assert overlooked <= 3


def test_the_signature_estimates_similarity() -> None:
    one, other = shingles_of(_numbered(range(200))), shingles_of(_numbered(range(60, 260)))
    same = sum(a == b for a, b in zip(signature_of(one), signature_of(other), strict=True))
    assert abs(same / 64 - len(one & other) / len(one | other)) < 0.2


def test_no_hash_seed_changes_the_signature() -> None:
    program = "from benchwright.metrics import near_duplicates as m; print(m.signature_of(m.shingles_of('a b c d e')))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def _jaccard(one: str, other: str) -> float:
    first, second = shingles_of(one), shingles_of(other)
    return len(first & second) / len(first | second)


def test_bounded_work_still_finds_a_duplicate_among_many() -> None:
    text = " ".join(f"word{number}" for number in range(80))
    index = NearDuplicates(0.7, most=2)
    found = [index.add(str(number), f"{text} {number}") for number in range(20)]
    assert found[0] is None
    assert all(pair is not None and pair[1] > 0.9 for pair in found[1:])
