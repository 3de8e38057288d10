"""Analyses of small benchmarks whose numbers can be counted by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.problems import Problem, read_problems
from benchwright.report.analysis import analyze, published
from benchwright.report.analysis.measures import target_text
from benchwright.report.analysis.records import Coverage, Noticed, Spread
from benchwright.report.analysis.tables import tables
from benchwright.report.text import Table, markdown, plain

WHOLE = "import math\nimport numpy as np\nfrom typing import Any\n\ndef f(x: Any) -> Any:\n    return math.sqrt(x)\n"
PREFIX = WHOLE.removesuffix("    return math.sqrt(x)\n")


def made(name: str, **fields: Any) -> Problem:
    return Problem(**{"id": name, "language": "python", "question": "?", "canonical_solution": WHOLE} | fields)


def rows_of(title: str, found: list[Table]) -> list[tuple[str, ...]]:
    return list(next(table.rows for table in found if table.title.startswith(title)))


def test_libraries_of_the_file_and_of_the_target() -> None:
    found = analyze("x", [made("a", prefix=PREFIX), made("b", libraries=("pandas", "json"))]).diversity
    assert found.standard == {"math": 2, "typing": 2, "json": 1}
    assert found.external == {"numpy": 2, "pandas": 1}
    assert (found.target_standard, found.target_external) == ({"math": 1}, {})


def test_the_target_is_between_prefix_and_suffix() -> None:
    assert target_text(made("a", prefix=PREFIX)) == "    return math.sqrt(x)\n"
    assert target_text(made("a", prefix=PREFIX, suffix="(x)\n")) == "    return math.sqrt"
    assert target_text(made("a")) == ""
    assert target_text(made("a", entry_point="f")) == "    return math.sqrt(x)\n"
    assert target_text(made("a", entry_point="g")) == ""
    assert target_text(made("a", prefix="something else")) == ""
    assert target_text(made("a", prefix=WHOLE, suffix=WHOLE)) == ""


def test_complexity_is_mean_lowest_and_highest() -> None:
    problems = [made("a", canonical_solution="x = 1\n"), made("b", canonical_solution="x = f(1)\ny = x\n")]
    found = analyze("x", [*problems, made("c", canonical_solution=""), made("d", canonical_solution="def (")])
    assert found.complexity.target is None
    assert found.complexity.all is not None
    assert found.complexity.all.tokens == Spread(mean=6.0, low=3, high=9, n=2)
    assert found.complexity.all.variables == Spread(mean=1.5, low=1, high=2, n=2)
    assert [each.all.get("tokens") for each in found.measured] == [3, 9, None, None]


def test_origins_labels_and_solve_rates() -> None:
    seed = {"source": "example.org/a", "licence": "MIT"}
    solved = {"solving": {"samples": 4, "passed": 1}}
    problems = [
        made("a", lineage={"seed": seed, "method": "m"}, difficulty="hard", evidence=solved, tags=("t", "t")),
        made("b", lineage={"seed": {"origin": seed}, "topics": ["u"]}, difficulty="easy", environment="set"),
        made("c", lineage={"seed": "free in form", "topics": 3, "method": None}, evidence={"solving": [1]}),
    ]
    found = analyze("x", problems)
    assert found.diversity.repositories == {"example.org/a": 2}
    assert found.diversity.licences == {"MIT": 2}
    assert found.diversity.topics == {"t": 1, "u": 1}
    assert found.diversity.environments == {"set": 1}
    assert list(found.difficulty.labels.items()) == [("easy", 1), ("hard", 1)]
    assert found.difficulty.solve_rates == {"1 of 4": 1}


def test_evidence_of_both_methods_or_none() -> None:
    problems = [
        made(
            "a", evidence={"mutation": {"tried": 5, "killed": 3, "invalid": 1}, "coverage": {"lines": 4, "covered": 3}}
        ),
        made(
            "b",
            lineage={"tests": {"full": "m1", "augmented": "m2"}},
            evidence={
                "coverage": {"full": {"lines": 2, "covered": 1}, "augmented": {"lines": 2, "covered": 2}},
                "flags": [{"rule": "r"}, {"rule": "r"}],
            },
        ),
        made("c", evidence={"mutation": {"tried": "5"}, "coverage": [], "flags": "x"}),
        made("d"),
    ]
    found = analyze("x", problems).evidence
    assert found.problems == 3
    assert found.mutation == {"full": Noticed(problems=1, mutants=4, killed=3)}
    assert found.coverage == {
        "full": Coverage(problems=2, lines=6, covered=4, authors=("m1",)),
        "augmented": Coverage(problems=1, lines=2, covered=2, authors=("m2",)),
    }
    assert found.flags == {"r": 1}


def test_jobs_add_pass_at_1_by_length() -> None:
    problems = [made("short", prefix=PREFIX), made("long", canonical_solution="x = [" + "1, " * 60 + "]\n")]
    job = analyze("x", problems, {"job": {"short": 1.0, "long": 0.0, "unknown": 1.0}}).difficulty.jobs["job"]
    assert (job.pass_at_1.value, job.pass_at_1.n) == (0.5, 2)
    assert {name: each.value for name, each in job.by_target_tokens.items()} == {"1-25": 1.0, "101-200": 0.0}
    with pytest.raises(UsageError, match="job has no problem of this benchmark"):
        analyze("x", problems, {"job": {"unknown": 1.0}})


@pytest.mark.parametrize("problems", [[], [made("a", language="go", canonical_solution="")]])
def test_a_benchmark_without_countable_code_is_analyzed(problems: list[Problem]) -> None:
    found = tables(analyze("x", problems), published())
    assert rows_of("Diversity", found)[0][:2] == ("this one", str(len(problems)))
    assert not any(table.title.startswith("Complexity of") for table in found)


def test_published_figures_are_shown_with_their_source() -> None:
    found = tables(analyze("x", [made("a", prefix=PREFIX)], {"job": {"a": 1.0}}), published())
    assert ("Exec-CSN", "1931", "367", "668", "293 = 118 + 175", "GitHub") in rows_of("Diversity", found)
    assert rows_of("Complexity of context", found)[0][-1] == "491.88 [83, 1529]"
    assert ("GPT-4 on Exec-CSN", "37.2%", "1931") in rows_of("pass@1", found)
    for title in ("Diversity", "Complexity of", "pass@1"):
        assert "Xie et al. 2024, arXiv:2404.00566" in next(each.note for each in found if each.title.startswith(title))


def test_every_published_number_has_a_source() -> None:
    figures = published()
    for name in figures.__struct_fields__:
        if name != "sources":
            assert getattr(figures, name).source in figures.sources, name


def test_text_fits_eighty_columns_without_loss() -> None:
    name = "a topic of very many words that go on and on until nobody wants to read any further, really"
    found = tables(analyze("x", [made("a", tags=(name, "a|b"))]), published())
    text = plain(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "really" in text
    assert re.search(r"\| a\\\|b +\| 1 +\| 100\.0% +\|", markdown(found))


def test_the_starter_benchmark() -> None:
    found = analyze("starter", read_problems("starter"))
    assert found.problems == 68
    assert set(found.by_language) == set(found.diversity.languages)
    assert all(each.all is not None for each in found.by_language.values())
    noticed = found.evidence.mutation["full"]
    assert noticed.mutants >= noticed.killed > 0
    assert found.diversity.external == {}


def test_mutants_are_counted_for_each_test_set() -> None:
    sets = {
        "full": {"tried": 4, "killed": 2},
        "augmented": {"tried": 4, "killed": 3},
        "both": {"tried": 4, "killed": 4},
    }
    found = analyze("x", [made("a", evidence={"mutation": sets})])
    assert {name: each.killed for name, each in found.evidence.mutation.items()} == {
        "full": 2,
        "augmented": 3,
        "both": 4,
    }
    assert ("mutants noticed by both", "4 of 4", "100.0%", "1", "-") in rows_of("Evidence", tables(found, published()))
