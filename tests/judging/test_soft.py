"""The texts of soft tests, and what they record."""

from __future__ import annotations

import pytest

from benchwright.judging.checks import find_checks
from benchwright.judging.soft import read_events, separated, write_soft
from benchwright.languages import find_language

TESTS = "from __future__ import annotations\nassert f(1) == 7, 'want 7'\nassert f(2) == g(3)\nassert f(3)\n"


def soft(altered: frozenset[int] = frozenset()) -> str:
    found = find_checks("python", TESTS, frozenset({"f"}))
    rules = find_language("python").checks
    assert found is not None
    assert rules is not None
    return write_soft(found, rules, range(len(found.checks)), {0: 0, 1: 0}, altered).text


def lines_with(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line and "def " not in line]


def test_only_altered_values_differ() -> None:
    original, altered = lines_with(soft(), "f(1)"), lines_with(soft(frozenset({0})), "f(1)")
    assert original[0].endswith('f(1) == 7), ""')
    assert altered[0].endswith('f(1) == 6), ""')


def test_a_message_is_dropped() -> None:
    assert "want 7" not in soft()


def test_a_value_made_at_run_time_goes_through_a_function_either_way() -> None:
    (plain,), (altered,) = lines_with(soft(), "f(2)"), lines_with(soft(frozenset({1})), "f(2)")
    assert plain.count("(") == altered.count("(")


def test_documentation_and_prints_say_nothing() -> None:
    tests = 'def test():\n    """f(50) is 2501."""\n    print("2501 is right")\n    assert f(50) == 2501\ntest()\n'
    found = find_checks("python", tests, frozenset({"f"}))
    rules = find_language("python").checks
    assert found is not None
    assert rules is not None
    assert write_soft(found, rules, [0], {0: 0}, frozenset({0})).text.count("2501") == 0


def test_no_two_texts_share_a_name() -> None:
    assert lines_with(soft(), "f(3)") != lines_with(soft(), "f(3)")


def test_the_prelude_follows_what_must_come_first() -> None:
    assert soft().startswith("from __future__ import annotations\nclass ")


@pytest.mark.parametrize(
    ("recorded", "held", "nested", "failed"),
    [
        ("t0+ t1- t0+", {0: "++", 1: "-"}, set(), {1}),
        ("t5( t1+ t5)", {5: "+"}, {1}, set()),
        ("t5( t1- t5)", {5: "-"}, {1}, {1}),
        ("t5( t5!", {5: "-"}, set(), {5}),
        ("t5( t6( t1- t6) t5) t1+", {5: "-", 1: "+"}, {1, 6}, {1}),
        ("t5) t0+", {0: "+"}, set(), set()),
        ("t5( t1+", {}, {1}, set()),
        ("x0+ t0 t+ t99999999999+", {}, set(), set()),
    ],
)
def test_events(recorded: str, held: dict[int, str], nested: set[int], failed: set[int]) -> None:
    events = read_events(b"noise\n" + b"".join(f"\n{each}\n".encode() for each in recorded.split()), "t")
    assert events.held == held
    assert events.nested == nested
    assert events.failed == failed


def test_calls_that_contain_no_others_may_overlap() -> None:
    recorded = b"t5(\nt5(\nt6(\nt5)\nt1-\nt6!\nt5)\n"
    assert read_events(recorded, "t", frozenset({5, 6})).held == {5: "++", 6: "-"}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 6, 7, 40])
def test_each_alteration_is_separated_from_every_other(count: int) -> None:
    rows = {0: frozenset({1, 2}), 1: frozenset({3, 4, 5})}
    draws = separated(range(count), rows)
    assert len(draws) <= 9
    drawn = [(draw.checks, draw.rows) for draw in draws]
    assert {check for checks, _ in drawn for check in checks} == set(range(count))
    items = [(frozenset({check}), frozenset[int]()) for check in range(count)]
    items += [(frozenset[int](), each) for each in rows.values()]
    for checks, table in items:
        for other_checks, other in items:
            if (checks, table) != (other_checks, other):
                assert any(
                    checks <= altered and table <= in_rows and not (other_checks & altered or other & in_rows)
                    for altered, in_rows in drawn
                )
