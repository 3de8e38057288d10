"""Whole runs of codebenchgen in the real sandbox, with a scripted model: what is made, dropped, and retried."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.generate.codebenchgen.run import ROLES, STEPS, generate, step_names
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.finish import Finished
from benchwright.generate.funnel import Row
from benchwright.models import ModelOptions
from benchwright.problems import Problem, read_problems
from tests.generate import scripted_examples as scripted

pytestmark = pytest.mark.slow

SETTINGS = Settings(count=20, samples=2, mutants=4, reruns=2, similar_above=1.0)


def run(
    folder: Path, *numbers: int, function: str = "answer", settings: Settings = SETTINGS, **options: Any
) -> Finished:
    specs = dict.fromkeys(ROLES, f"python:tests.generate.scripted_examples:{function}")
    work = generate(folder, scripted.harvest(*numbers), settings, specs, ModelOptions(cache=False), **options)
    return asyncio.run(work)


def row(finished: Finished, step: str) -> Row:
    return next(each for each in finished.funnel if each.step == step)


def problems(folder: Path) -> list[Problem]:
    return read_problems(folder / "problems.jsonl")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Finished]:
    folder = tmp_path_factory.mktemp("examples") / "job"
    return folder, run(folder, *range(1, scripted.RANDOM))


@pytest.mark.slow
def test_an_examples_target_becomes_a_hole(made: tuple[Path, Finished]) -> None:
    example = problems(made[0])[0]
    assert example.id == "python/pick_1-00000001"
    assert example.entry_point == "pick_1"
    assert example.canonical_solution == scripted.code(1)
    assert example.prefix.endswith('each with 1 added."""\n')
    assert example.suffix.startswith("\n\ndef told_1(")
    body = "    result = []\n    for value in values:\n"
    assert example.complete(body).count("result = []") == 1
    assert example.question == scripted.instruction(1)
    assert set(example.tests) == {"full", "augmented"}
    assert example.tests["full"] == scripted.checks(1)


def test_origin_of_an_example(made: tuple[Path, Finished]) -> None:
    lineage = problems(made[0])[0].lineage
    assert lineage["method"] == "codebenchgen"
    assert lineage["seed"]["licence"] == "MIT"
    assert lineage["seed"]["target"] == "pick_1"
    assert set(lineage["asked"]) == {"sandboxing", "tests", "instruction", "extra_tests"}
    assert lineage["tests"] == dict.fromkeys(("full", "augmented"), "python:tests.generate.scripted_examples:answer")


def test_evidence_of_an_example(made: tuple[Path, Finished]) -> None:
    evidence = problems(made[0])[0].evidence
    assert evidence["first_passed"] is True
    assert evidence["kept"] == 1.0
    assert evidence["reruns"] == 2
    assert evidence["refused"] == ["empty solution", "stub"]
    assert evidence["complexity"]["target"]["tokens"] < evidence["complexity"]["all"]["tokens"]
    assert evidence["complexity"]["all"]["imports_standard"] == ["json"]
    for author in ("full", "augmented", "both"):
        assert evidence["coverage"][author]["missed"] == []
        assert evidence["coverage"][author]["branches"] == evidence["coverage"][author]["branches_covered"]
        assert evidence["mutation"][author]["killed"] >= 3
    assert set(evidence["observed"]) == {"full", "augmented"}
    assert evidence["observed"]["augmented"] == {
        "files": 0,
        "processes": [],
        "denied_calls": [],
        "network": [],
        "clock_dependent": False,
        "random": False,
        "local": False,
    }
    assert evidence["flags"] == []


def test_faulty_answers_are_repaired_or_dropped_with_the_reason(made: tuple[Path, Finished]) -> None:
    _, finished = made
    dropped = {step: dict(row(finished, step).reasons) for step in step_names() if row(finished, step).reasons}
    assert dropped == {
        "sandboxing": {"impossible": 1},
        "execute": {"not repaired: wrong_answer": 1},
        "safety": {"network": 1, "depends on time": 1},
    }
    assert row(finished, "sandboxing").repairs == 1


def test_randomness_is_detected(tmp_path: Path) -> None:
    """Whichever run reveals it first."""
    finished = run(tmp_path / "job", scripted.RANDOM, settings=msgspec.structs.replace(SETTINGS, reruns=8))
    assert finished.problems == 0
    assert sum(sum(each.reasons.values()) for each in finished.funnel) == 1


def test_repair_rounds_are_counted(made: tuple[Path, Finished]) -> None:
    rounds = {each.entry_point: each.evidence["rounds"] for each in problems(made[0])}
    assert rounds["pick_1"] == 0
    assert rounds[f"pick_{scripted.FAILING}"] == 1
    assert rounds[f"pick_{scripted.TRIVIAL}"] == 1
    assert rounds[f"pick_{scripted.SHRINKING}"] == 1
    mended = next(each for each in problems(made[0]) if each.entry_point == f"pick_{scripted.SHRINKING}")
    assert mended.tests["full"] == scripted.checks(scripted.SHRINKING)


def test_the_first_passing_extra_tests_are_kept(made: tuple[Path, Finished]) -> None:
    tried = {each.entry_point: each.evidence["extra_tried"] for each in problems(made[0])}
    assert tried["pick_1"] == 1
    assert tried[f"pick_{scripted.DISPUTED}"] == 2


@pytest.mark.slow
def test_additional_tests_are_observed_too(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", scripted.LATER)
    assert finished.problems == 1
    example = problems(tmp_path / "job")[0]
    assert example.evidence["extra_tried"] == 2
    assert "datetime" not in example.tests["augmented"]


def test_the_original_tools_rows_are_written_too(made: tuple[Path, Finished]) -> None:
    rows = [json.loads(line) for line in (made[0] / "exec_csn.jsonl").read_text().splitlines()]
    ours = problems(made[0])
    assert [each["func_name"] for each in rows] == [each.entry_point for each in ours]
    again = read_problems(made[0] / "exec_csn.jsonl")
    assert [each.prefix for each in again] == [each.prefix for each in ours]
    assert [each.tests["augmented"] for each in again] == [each.tests["augmented"] for each in ours]


def test_the_card_names_sources_and_licences(made: tuple[Path, Finished]) -> None:
    card = (made[0] / "README.md").read_text()
    assert "| made | MIT |" in card
    assert "by another" in card
    assert "demo tests" not in card


def test_a_second_run_changes_nothing_and_prints_the_same(made: tuple[Path, Finished]) -> None:
    before = (made[0] / "problems.jsonl").read_bytes()
    again = run(made[0], *range(1, scripted.RANDOM))
    assert (made[0] / "problems.jsonl").read_bytes() == before
    assert again.problems == made[1].problems


def test_empty_answers_drop_every_item(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", 1, function="clumsy")
    assert row(finished, "sandboxing").reasons == {"answer not understood": 1}
    assert row(finished, "sandboxing").repairs == SETTINGS.attempts


@pytest.mark.slow
def test_strictness_decides_what_drops(tmp_path: Path) -> None:
    lenient = msgspec.structs.replace(SETTINGS, strictness="lenient", samples=0, mutants=0)
    finished = run(tmp_path / "job", scripted.NETWORK, settings=lenient)
    assert finished.problems == 1
    flags = problems(tmp_path / "job")[0].evidence["flags"]
    assert [flag["rule"] for flag in flags] == ["network"]


def test_steps_declare_what_they_read_and_write() -> None:
    fields = {field.name for field in msgspec.structs.fields(type(scripted_draft()))}
    for step in STEPS:
        assert set(step.reads) | set(step.writes) <= fields, step.name


def scripted_draft() -> Any:
    from benchwright.generate.codebenchgen.draft import Draft

    return Draft(seed=scripted.seed(1), language="python")
