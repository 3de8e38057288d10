"""Derived benchmarks: what is kept, and that no example contains its own answer."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.derive.complete import complete
from benchwright.evaluation.derive.lite import agreement, lite, most_discriminating
from benchwright.evaluation.derive.multilogic import multilogic, required_names
from benchwright.evaluation.derive.stratified import stratified
from benchwright.evaluation.reading import read_results
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import problems, write_rows


def test_lite_keeps_what_enough_models_solved() -> None:
    made = list(problems(3).values())
    results = [{"made/1": 1.0, "made/2": 0.0, "made/3": 0.2}, {"made/1": 1.0, "made/2": 1.0}, {"made/3": 1.0}]
    assert [each.id for each in lite(made, results, 2)] == ["made/1", "made/3"]
    assert [each.id for each in lite(made, results, 1)] == ["made/1", "made/2", "made/3"]
    with pytest.raises(UsageError):
        lite(made, results, 4)


def test_discrimination_keeps_the_problems_that_separate_models() -> None:
    """Problems 1, 2 and 5 follow the models' strength; all models solve 3, none solves 4."""
    made = list(problems(5).values())
    rows = {"weak": (0, 0, 1, 0, 0), "middle": (1, 0, 1, 0, 0), "good": (1, 1, 1, 0, 0), "best": (1, 1, 1, 0, 1)}
    results = [{f"made/{number}": float(value) for number, value in enumerate(row, 1)} for row in rows.values()]
    chosen = most_discriminating(made, results, 3)
    assert [each.id for each in chosen] == ["made/1", "made/2", "made/5"]
    found = agreement(chosen, made, results)
    assert found.models == 4
    assert found.spearman is not None
    assert found.spearman > 0.8


def test_worked_examples_are_never_evaluated() -> None:
    made = list(problems(6).values())
    derived = complete(made)
    assert len(derived) == 3
    for each in derived:
        own = next(problem for problem in made if problem.id == each.id)
        assert own.question in each.question
        assert own.canonical_solution.strip() not in each.question
        assert each.question.count("### Solution") == 4
        assert each.question.endswith("```python\n")
        shown = [problem for problem in made if problem.canonical_solution.strip() in each.question]
        assert len(shown) == 3
        assert not {problem.id for problem in shown} & {problem.id for problem in derived}


def test_a_worked_example_is_never_the_problem_itself() -> None:
    made = list(problems(5).values())
    shots = [msgspec.structs.replace(problem, id=f"other/{problem.id}") for problem in made[:3]]
    assert [each.id for each in complete(made, shots=shots)] == ["made/4", "made/5"]


def test_too_few_examples_are_rejected() -> None:
    with pytest.raises(UsageError, match="too few"):
        complete(list(problems(3).values()))


def test_the_prompt_ends_with_the_given_code() -> None:
    made = [msgspec.structs.replace(each, prefix=f"def {each.id[-1]}_") for each in problems(4).values()]
    for each in complete(made):
        assert each.question.endswith(f"```python\n{each.prefix}")


def two_functions(tests: str) -> Problem:
    """Return a problem with two functions, one of them a helper if the tests do not call it."""
    solution = "def first(x):\n    return x\n\ndef second(x):\n    return first(x)\n"
    solution += "class Box:\n    def get(self):\n        return 1\n"
    return Problem(id="p", language="python", question="", canonical_solution=solution, tests={"full": tests})


def test_multilogic_counts_the_names_that_tests_use() -> None:
    assert required_names(two_functions("assert second(1) == 1")) == {"second"}
    assert required_names(two_functions("assert second(1) == first(1)")) == {"first", "second"}
    assert required_names(two_functions("assert Box().get() == 1")) == {"Box"}
    several = two_functions("assert second(1) == 1\nassert Box().get() == 1")
    assert multilogic([several, *problems(2).values()]) == [several]


def test_a_sample_keeps_the_proportions() -> None:
    made = [
        msgspec.structs.replace(each, language="go") if number % 4 else each
        for number, each in enumerate(problems(40).values())
    ]
    drawn = stratified(made, 20, ["language", "difficulty"], seed=1)
    assert len(drawn) == 20
    assert Counter(each.language for each in drawn) == {"go": 15, "python": 5}
    assert drawn == stratified(made, 20, ["language", "difficulty"], seed=1)
    assert drawn != stratified(made, 20, ["language", "difficulty"], seed=2)


@pytest.mark.parametrize("size", [1, 7, 13, 39, 40, 100])
def test_a_sample_has_the_size_asked_for(size: int) -> None:
    made = list(problems(40).values())
    assert len(stratified(made, size, ["difficulty"], seed=0)) == min(size, 40)


def test_results_of_a_file(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"problem": "a", "passed": True},
        {"problem": "a", "passed": False},
        {"problem": "a", "passed": True, "turn": 2},
        {"problem": "b", "passed": None},
    ]
    assert read_results(write_rows(tmp_path / "r.jsonl", rows)) == {"a": 0.5}
    with pytest.raises(UsageError, match=r"r\.jsonl:1"):
        read_results(write_rows(tmp_path / "r.jsonl", [{"problem": "a"}]))
