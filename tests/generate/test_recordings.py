"""The bundled recorded generations, replayed in the real sandbox."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import benchwright
from benchwright.languages.registry import toolchain_versions
from benchwright.problems import read_problems
from tests.cli.command import benchwright as command
from tests.conftest import in_language

pytestmark = pytest.mark.slow

PACKAGE = Path(benchwright.__file__).parent
BENCHMARK = PACKAGE / "benchmarks" / "starter"
RECORDING = PACKAGE / "recordings" / "starter"
QUICK = {"python": ("perl", "php", "lua", "ruby"), "javascript": ("perl",), "shell": ("lua",)}
"""Languages whose items take little time, each with some that they are translated to. `generate autocodegen --replay
starter` replays all of them."""


def _lines(file: Path, only: set[str]) -> dict[str, str]:
    """Return the lines of the problems in these languages, by id."""
    lines = {json.loads(line)["id"]: line for line in file.read_text().splitlines()}
    return {name: line for name, line in lines.items() if json.loads(line)["language"] in only}


@pytest.mark.parametrize("source", [in_language(name) for name in QUICK])
def test_the_problems_come_out_byte_by_byte(tmp_path: Path, source: str) -> None:
    """Return the languages with those of their translations, if their toolchains are installed."""
    here = {source, *(name for name, version in toolchain_versions(QUICK[source]).items() if version != "missing")}
    done = command(
        "generate", "autocodegen", "--replay", "starter", "--only", ",".join(here), "--out", tmp_path / "job"
    )
    assert done.returncode == 0, done.stderr
    made, kept = _lines(tmp_path / "job" / "problems.jsonl", here), _lines(BENCHMARK / "problems.jsonl", here)
    # A translation is made together with its source.
    kept = {name: line for name, line in kept.items() if _source_language(line) == source}
    recorded = json.loads((RECORDING / "toolchains.json").read_text())
    same = {name for name, version in toolchain_versions(here).items() if version == recorded[name]}
    assert {name: _compared(line, same) for name, line in made.items()} == {
        name: _compared(line, same) for name, line in kept.items()
    }


def _source_language(line: str) -> str:
    row = json.loads(line)
    return str(row["lineage"].get("translated_from", row["id"])).partition("/")[0]


def _compared(line: str, same: set[str]) -> str:
    """Compare the whole line; with a toolchain other than the recording's, everything but what was measured with it."""
    row = json.loads(line)
    return line if row["language"] in same else json.dumps({name: row[name] for name in row if name != "evidence"})


def test_the_small_model_is_seen_through(tmp_path: Path) -> None:
    """It answers everything, but never in the requested form; everything is sent back once, and dropped."""
    done = command("generate", "autocodegen", "--replay", "small", "--out", tmp_path / "job", "--json")
    assert done.returncode == 0, done.stderr
    solution = next(row for row in json.loads(done.stdout)["funnel"] if row["step"] == "solution")
    assert (solution["entered"], solution["left"], solution["repairs"]) == (8, 0, 8)
    assert solution["reasons"] == {"answer not understood": 8}


def test_what_was_promised_of_the_benchmark() -> None:
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


def test_an_unknown_recording_is_refused(tmp_path: Path) -> None:
    done = command("generate", "autocodegen", "--replay", "nothing", "--out", tmp_path / "job")
    assert done.returncode == 2
    assert "choose from small, starter" in done.stderr
