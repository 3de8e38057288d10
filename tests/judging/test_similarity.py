"""Problems that are already in a known benchmark."""

from __future__ import annotations

import msgspec
import pytest

from benchwright.judging.similarity import KnownBenchmarks
from benchwright.problems import Problem, read_problems

KNOWN = Problem(
    id="known/1",
    language="python",
    question="Given a list of whole numbers that stand for the heights of bars, each one metre wide, find out how many "
    "cubic metres of water are held between them after rain, if the water can flow off at both of the ends.",
    canonical_solution="""def trapped(heights):
    # From both sides.
    left, right, water = 0, len(heights) - 1, 0
    highest_left = highest_right = 0
    while left < right:
        if heights[left] < heights[right]:
            highest_left = max(highest_left, heights[left])
            water += highest_left - heights[left]
            left += 1
        else:
            highest_right = max(highest_right, heights[right])
            water += highest_right - heights[right]
            right -= 1
    return water
""",
)
OTHER = Problem(
    id="other",
    language="python",
    question="Write a function that turns a text into Morse code. Letters are separated by a space and words by a "
    "slash; characters that have no code are left out, and upper and lower case are the same.",
    canonical_solution="""def morse(text):
    return " / ".join(" ".join(CODE[letter] for letter in word) for word in text.upper().split())
""",
)


@pytest.fixture
def known() -> KnownBenchmarks:
    return KnownBenchmarks([KNOWN], "Rain")


def _details(known: KnownBenchmarks, **changes: str) -> list[str]:
    matches = known.matches(msgspec.structs.replace(OTHER, **changes))
    return [match.detail for match in matches]


def test_another_problem(known: KnownBenchmarks) -> None:
    assert known.matches(OTHER) == ()


def test_the_same_problem_names_where_it_is_from(known: KnownBenchmarks) -> None:
    details = [match.detail for match in known.matches(KNOWN)]
    assert len(details) == 3
    assert all("'known/1' of Rain" in detail for detail in details)


def test_thirteen_words_in_a_row(known: KnownBenchmarks) -> None:
    words = KNOWN.question.split()
    taken = " ".join(words[5:18])
    assert _details(known, question=f"It has *{taken.upper()}*. {OTHER.question}") == [
        "the question shares 1 of 40 runs of 13 words with 'known/1' of Rain"
    ]
    assert _details(known, question=f"It has {' '.join(words[5:17])}. {OTHER.question}") == []


def test_numbers_in_a_row_are_chance() -> None:
    numbers = " ".join(map(str, range(40)))
    known = KnownBenchmarks([msgspec.structs.replace(KNOWN, question=numbers)], "Rain")
    assert not any("runs" in detail for detail in _details(known, question=f"Add {numbers}."))


def test_a_question_with_other_words_here_and_there(known: KnownBenchmarks) -> None:
    words = KNOWN.question.split()
    words[10], words[22], words[33] = "boards", "rises", "never"
    (detail,) = _details(known, question=" ".join(words))
    assert detail.startswith("the question resembles that of 'known/1' of Rain: ")


def test_a_solution_with_other_space_and_comments(known: KnownBenchmarks) -> None:
    changed = KNOWN.canonical_solution.replace("    # From both sides.\n", "").replace("    ", "  ").replace(" - ", "-")
    assert _details(known, canonical_solution=f"# mine\n{changed}\n\n") == [
        "the solution is identical to that of 'known/1' of Rain"
    ]


def test_a_solution_that_is_part_of_another(known: KnownBenchmarks) -> None:
    (detail,) = _details(known, canonical_solution=f"{KNOWN.canonical_solution}\n\n{OTHER.canonical_solution}")
    assert detail == "the solution resembles that of 'known/1' of Rain: 100% of the shorter one is shared"


def test_short_solutions_are_the_same_by_chance() -> None:
    short = "def add(a, b):\n    return a + b\n"
    known = KnownBenchmarks([msgspec.structs.replace(KNOWN, canonical_solution=short)])
    assert _details(known, canonical_solution=short) == []


def test_the_form_of_a_benchmark_is_not_its_content() -> None:
    form = "Write one function in the language named below that reads its arguments and returns the result, not more"
    problems = [
        msgspec.structs.replace(KNOWN, id=str(number), question=f"{form} {number}: {'xyz'[number % 3] * number}")
        for number in range(1, 40)
    ]
    known = KnownBenchmarks(problems, "Forms")
    assert _details(known, question=f"{form}. {OTHER.question}") == []
    assert KnownBenchmarks(problems[:5], "Forms").matches(msgspec.structs.replace(OTHER, question=form)) != ()


def test_several_benchmarks() -> None:
    known = KnownBenchmarks()
    assert known.matches(KNOWN) == ()
    known.add([OTHER], "Codes")
    known.add([KNOWN], "Rain")
    assert "'other' of Codes" in known.matches(OTHER)[0].detail
    assert "'known/1' of Rain" in known.matches(KNOWN)[0].detail


@pytest.mark.slow
def test_the_problems_that_come_with_us_are_told_apart() -> None:
    problems = read_problems("builtin:primer")
    for problem in problems:
        assert KnownBenchmarks([other for other in problems if other.id != problem.id], "primer").matches(problem) == ()
        assert f"{problem.id!r} of primer" in KnownBenchmarks([problem], "primer").matches(problem)[0].detail
