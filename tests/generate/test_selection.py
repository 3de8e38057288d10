"""Selection: no near duplicates, and a balance of languages and categories."""

from __future__ import annotations

from collections import Counter

from benchwright.generate.finish import Candidate, choose, without_duplicates
from benchwright.problems import Problem
from tests.generate import scripted


def _finished(*pairs: tuple[str, str]) -> list[Candidate]:
    return [
        Candidate(key=str(key), language=language, category=category) for key, (language, category) in enumerate(pairs)
    ]


def test_selection_alternates_languages_and_categories() -> None:
    finished = _finished(*[("python", "a")] * 5, *[("python", "b")] * 5, *[("go", "a")] * 2, ("go", "c"))
    chosen = choose(finished, 6)
    assert Counter(each.language for each in chosen) == {"python": 3, "go": 3}
    assert {each.category for each in chosen} == {"a", "b", "c"}
    assert [int(each.key) for each in chosen] == sorted(int(each.key) for each in chosen)


def test_all_are_chosen_if_there_are_too_few() -> None:
    finished = _finished(("python", "a"), ("go", "b"))
    assert choose(finished, 10) == finished


def _problem(number: int, language: str, text: str) -> Problem:
    return Problem(id=str(number), language=language, question=text, canonical_solution=scripted.solution(number))


def test_duplicates_are_found_within_a_language() -> None:
    text = " ".join(f"word{index}" for index in range(60))
    other = " ".join(f"term{index}" for index in range(60))
    problems = [
        ("a", _problem(1, "python", text)),
        ("b", _problem(1, "python", f"{text} more")),
        ("c", _problem(1, "ruby", text)),
        ("d", _problem(2, "python", other)),
    ]
    kept, alike = without_duplicates(problems, 0.7)
    assert [each.key for each in kept] == ["a", "c", "d"]
    assert alike == ["1 resembles 1"]
