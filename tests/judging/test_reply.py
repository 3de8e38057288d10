"""Only what the driver wrote counts, and only in the form it writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.judging.decide import Counts, read_reply
from benchwright.judging.verdict import Place
from benchwright.languages.join import Origin
from tests.judging.made import NONCE, reply

ORIGINS = {"solution.py": Origin(part="solution"), "tests.py": Origin(part="tests", added_lines=2)}


def test_a_whole_reply() -> None:
    data = reply(
        "unit|a|passed||", "unit|b|failed|tests.py:7|no", "fail|assertion|E|/workspace/solution.py:3|m", "end|2|1|0"
    )
    read = read_reply(data, NONCE, ORIGINS)
    assert read.clean
    assert read.counts == Counts(executed=2, failed=1, skipped=0)
    assert [(test.name, test.status, test.place) for test in read.tests] == [
        ("a", "passed", None),
        ("b", "failed", Place(part="tests", line=5)),
    ]
    assert read.fault is not None
    assert (read.fault.kind, read.fault.place) == ("assertion", Place(part="solution", line=3))


def test_nothing_is_clean_and_proves_nothing() -> None:
    read = read_reply(b"", NONCE, ORIGINS)
    assert read.clean
    assert read.counts is None


@pytest.mark.parametrize(
    "data",
    [
        b"passed",
        b"\n",
        NONCE.encode(),
        reply("end|1|0|0")[:-1],
        reply("end|1|0|0") + b"x",
        reply("end|1|0|0") + b"\n",
        b"x" + reply("end|1|0|0"),
        reply("end|1|0|0", nonce="f" * 32),
        reply("end|1|0|0", "end|1|0|0"),
        reply("end|1|0|0", "unit|a|passed||"),
        reply("end|1|0"),
        reply("end|1|0|0|0"),
        reply("end|-1|0|0"),
        reply("end|one|0|0"),
        reply(f"end|{'9' * 5000}|0|0"),
        reply("unit|a|perfect||"),
        reply("fail|unheard of|E||"),
        reply("something|else"),
        reply("end|1|0|0").replace(b"\t", b" "),
    ],
)
def test_anything_else_is_unclean(data: bytes) -> None:
    read = read_reply(data, NONCE, ORIGINS)
    assert not read.clean
    assert read.counts is None


@given(st.binary(max_size=200))
def test_no_bytes_without_the_nonce_prove_anything(data: bytes) -> None:
    assert read_reply(data, NONCE, ORIGINS).counts is None


@pytest.mark.parametrize(
    "text", ["", "tests.py", "tests.py:", "tests.py:x", "other.py:3", "tests.py:2", ":3", "tests.py:" + "9" * 180]
)
def test_places_that_are_none(text: str) -> None:
    read = read_reply(reply(f"fail|error|E|{text}|"), NONCE, ORIGINS)
    assert read.fault is not None
    assert read.fault.place is None
