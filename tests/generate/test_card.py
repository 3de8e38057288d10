"""The card of a benchmark."""

from __future__ import annotations

import importlib
import re
import uuid
from typing import Any

import msgspec
import pytest

from benchwright.generate.publish import CardFacts, FunnelRow, dataset_card, marker_of
from benchwright.problems import Problem, fingerprint

LABELS = (("python", "hard"), ("python", "easy"), ("cpp", "easy"), ("cpp", ""), ("odd one", "easy"))
PROBLEMS = [
    Problem(
        id=f"{language}/{difficulty}",
        language=language,
        question="?",
        canonical_solution="",
        difficulty=difficulty,
        tags=("texts", "more") if language == "cpp" else ("a|b", "texts"),
    )
    for language, difficulty in LABELS
]
FACTS = CardFacts(
    name='Rain: "one"',
    problems=PROBLEMS,
    how="A model evolved seeds.",
    command="benchwright generate autocodegen seeds --out job",
    marker=marker_of(PROBLEMS),
    licences={"MIT": 3, "": 1, "My own | licence": 1},
    funnel=(
        FunnelRow(step="solution", entered=10, left=7, reasons={"unstable": 1, "not understood": 2}, tokens=12345),
        FunnelRow(step="tests", entered=7, left=7),
    ),
    models={"model": "openai:large", "solver": "openai:small"},
    flags={"question hints": 2},
)


def _front(card: str) -> dict[str, Any]:
    yaml: Any = importlib.import_module("yaml")
    _, front, _ = card.split("---\n", 2)
    loaded: dict[str, Any] = yaml.safe_load(front)
    return loaded


def _rows(card: str, first: str) -> list[list[str]]:
    """Return the cells of the table whose header starts with this text."""
    table = re.search(rf"^\| {re.escape(first)} \|.*\n(?:\|.*\n)+", card, re.MULTILINE)
    assert table is not None, card
    lines = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table[0].splitlines()]
    assert len({len(line) for line in lines}) == 1, lines
    return [lines[0], *lines[2:]]


def test_dataset_card_metadata() -> None:
    front = _front(dataset_card(FACTS))
    assert front["pretty_name"] == 'Rain: "one"'
    assert front["license"] == ["mit", "other", "unknown"]
    assert front["task_categories"] == ["text-generation"]
    assert {"code", "python", "cpp", "odd-one"} <= set(front["tags"])
    assert front["size_categories"] == ["n<1K"]
    assert front["configs"] == [
        {"config_name": "default", "data_files": [{"split": "test", "path": "problems.parquet"}]},
    ]


def test_languages_and_difficulties() -> None:
    assert _rows(dataset_card(FACTS), "language") == [
        ["language", "easy", "hard", "unknown", "all"],
        ["C++", "1", "", "1", "2"],
        ["odd one", "1", "", "", "1"],
        ["Python", "1", "1", "", "2"],
        ["**all**", "3", "1", "1", "**5**"],
    ]


def test_categories_and_licences() -> None:
    card = dataset_card(FACTS)
    assert _rows(card, "category")[1:] == [["a\\|b", "3"], ["texts", "2"]]
    assert _rows(card, "licence")[1:] == [["MIT", "3"], ["My own \\| licence", "1"], ["unknown", "1"]]


def test_the_funnel_lists_reasons_and_known_costs() -> None:
    assert _rows(dataset_card(FACTS), "step") == [
        ["step", "in", "out", "dropped because", "tokens"],
        ["solution", "10", "7", "not understood: 2, unstable: 1", "12,345"],
        ["tests", "7", "7", "", ""],
    ]
    priced = msgspec.structs.replace(FACTS, funnel=(FunnelRow(step="s", entered=1, left=1, cost=0.125, wall_s=3.0),))
    assert _rows(dataset_card(priced), "step") == [
        ["step", "in", "out", "dropped because", "USD", "seconds"],
        ["s", "1", "1", "", "0.12", "3"],
    ]


def test_all_facts_are_shown() -> None:
    card = dataset_card(FACTS)
    for text in (FACTS.how, FACTS.command, "openai:large", "| question hints | 2 |", fingerprint(PROBLEMS)):
        assert text in card
    assert f"canary GUID {FACTS.marker}" in card
    assert "must not be in the training corpus" in card


def test_unknown_values_are_omitted() -> None:
    bare = CardFacts(name="Bare", problems=PROBLEMS[:1], how="By hand.", command="true", marker="m")
    card = dataset_card(bare)
    assert _front(card)["license"] == ["unknown"]
    assert "1 problem in 1 programming language." in card
    assert "The origin of the code" in card
    for absent in ("| step |", "| role |", "| flag |", "solver model"):
        assert absent not in card
    assert "\n\n\n" not in card


def test_the_marker_is_unique_to_the_benchmark() -> None:
    assert uuid.UUID(marker_of(PROBLEMS)).version == 5
    assert marker_of(PROBLEMS) == marker_of(reversed(PROBLEMS))
    assert marker_of(PROBLEMS) != marker_of(PROBLEMS[1:])


@pytest.mark.parametrize("count", [999, 1000])
def test_the_size_category(count: int) -> None:
    problems = [msgspec.structs.replace(PROBLEMS[0], id=str(number)) for number in range(count)]
    size = {999: "n<1K", 1000: "1K<n<10K"}[count]
    assert _front(dataset_card(msgspec.structs.replace(FACTS, problems=problems)))["size_categories"] == [size]
