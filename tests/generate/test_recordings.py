"""The first problems of the bundled recordings, replayed in the real sandbox.

`generate autocodegen --replay NAME` replays a whole recording.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import benchwright
from benchwright.generate.autocodegen.items import choose_items
from benchwright.generate.autocodegen.plan import replayed
from benchwright.languages.registry import toolchain_versions
from benchwright.models import ModelOptions
from benchwright.problems import read_problems
from tests.cli.command import benchwright as command
from tests.conftest import in_language

pytestmark = pytest.mark.slow

PACKAGE = Path(benchwright.__file__).parent
BENCHMARK = PACKAGE / "benchmarks" / "starter"
RECORDING = PACKAGE / "recordings" / "starter"
QUICK = {"python": ("ruby", 3), "javascript": ("ruby", 2), "shell": ("php", 2)}
"""Languages whose items take little time, each with one that they are translated to and the number of items to replay.
One shell item is dropped."""


def _lines(file: Path) -> dict[str, str]:
    return {json.loads(line)["id"]: line for line in file.read_text().splitlines()}


def _first_ids(languages: set[str], source: str, limit: int) -> set[str]:
    """Return the ids of the problems that the first items in a language may result in, and of their translations."""
    planned = replayed("starter", ModelOptions())
    items = [item for item in choose_items(planned.harvest.seeds, planned.settings) if item.language == source][:limit]
    translations = {
        f"{target}/{item.seed.id[:8]}-{source}" for item in items for target in item.targets if target in languages
    }
    return {f"{source}/{item.seed.id[:8]}" for item in items} | translations


@pytest.mark.parametrize("source", [in_language(name) for name in QUICK])
def test_the_problems_reproduce_byte_for_byte(tmp_path: Path, source: str) -> None:
    """Translations are included if their toolchain is installed."""
    target, limit = QUICK[source]
    here = {source, *(name for name, version in toolchain_versions([target]).items() if version != "missing")}
    part = ("--only", ",".join(here), "--limit", str(limit))
    done = command("generate", "autocodegen", "--replay", "starter", *part, "--out", tmp_path / "job")
    assert done.returncode == 0, done.stderr
    made, kept = _lines(tmp_path / "job" / "problems.jsonl"), _lines(BENCHMARK / "problems.jsonl")
    kept = {name: kept[name] for name in _first_ids(here, source, limit) & kept.keys()}
    assert {json.loads(line)["language"] for line in kept.values()} == here
    recorded = json.loads((RECORDING / "toolchains.json").read_text())
    same = {name for name, version in toolchain_versions(here).items() if version == recorded[name]}
    assert {name: _compared(line, same) for name, line in made.items()} == {
        name: _compared(line, same) for name, line in kept.items()
    }


def _compared(line: str, same: set[str]) -> str:
    """Compare the whole line; with a toolchain other than the recording's, everything but what was measured with it."""
    row = json.loads(line)
    return line if row["language"] in same else json.dumps({name: row[name] for name in row if name != "evidence"})


def test_answers_of_the_small_model_are_dropped(tmp_path: Path) -> None:
    """It answers everything, but never in the requested form; everything is sent back once, and dropped."""
    done = command("generate", "autocodegen", "--replay", "small", "--out", tmp_path / "job", "--json")
    assert done.returncode == 0, done.stderr
    solution = next(row for row in json.loads(done.stdout)["funnel"] if row["step"] == "solution")
    assert (solution["entered"], solution["left"], solution["repairs"]) == (8, 0, 8)
    assert solution["reasons"] == {"answer not understood": 8}


def test_the_benchmark_keeps_its_documented_properties() -> None:
    problems = read_problems("starter")
    assert len(problems) >= 40
    assert len({problem.language for problem in problems}) >= 12
    for problem in problems:
        assert problem.evidence["reruns"] >= 3, problem.id
        assert "empty solution" in problem.evidence["refused"], problem.id
        assert problem.evidence["mutation"]["killed"], problem.id
        assert problem.lineage["seed"]["licence"] == "Apache-2.0", problem.id
        assert problem.difficulty, problem.id
        assert problem.tags, problem.id


def test_every_question_of_the_lineage_is_in_the_recording() -> None:
    keys = {json.loads(line)["key"] for line in (RECORDING / "answers.jsonl").read_text().splitlines()}
    asked = {
        each["key"]
        for problem in read_problems("starter")
        for step in problem.lineage["asked"].values()
        for each in step
    }
    assert asked <= keys


def test_an_unknown_recording_is_rejected(tmp_path: Path) -> None:
    done = command("generate", "autocodegen", "--replay", "nothing", "--out", tmp_path / "job")
    assert done.returncode == 2
    assert "choose from small, starter" in done.stderr
