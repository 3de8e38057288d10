"""The first examples of codebenchgen's bundled recordings, replayed in the real sandbox.

`generate codebenchgen --replay NAME` replays a whole recording.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import benchwright
from benchwright.generate.codebenchgen import plan
from benchwright.languages.registry import toolchain_versions
from benchwright.models import ModelOptions
from benchwright.problems import Problem, read_problems
from tests.cli.command import benchwright as command
from tests.conftest import in_language

pytestmark = pytest.mark.slow

PACKAGE = Path(benchwright.__file__).parent
QUICK = {"python": 2, "javascript": 2, "typescript": 1}
"""Languages that take little time, with the number of examples to replay. The second in JavaScript needs a package."""
PERMISSIVE = {"MIT", "BSD-3-Clause", "Apache-2.0", "ISC"}


def lines(file: Path) -> dict[str, str]:
    """Return the lines of a file of problems by the start of their seed's id, which ends a problem's id."""
    return {json.loads(line)["id"].rpartition("-")[2]: line for line in file.read_text().splitlines()}


def first_seeds(name: str, language: str, limit: int) -> list[str]:
    """Return how the ids of the first seeds in a language start."""
    seeds = plan.replayed(name, ModelOptions()).harvest.seeds
    return [seed.id[:8] for seed in seeds if seed.language == language][:limit]


def compared(line: str, same: set[str]) -> str:
    """Compare the whole line; with a toolchain other than the recording's, everything but what was measured with it.
    Which examples share packages depends on which of them are made."""
    row = json.loads(line)
    row.pop("environment", None)
    row["lineage"].pop("environment", None)
    if row["language"] not in same:
        row.pop("evidence")
    return json.dumps(row)


def replayed(name: str, folder: Path, only: str, limit: int) -> None:
    """Replay the first examples in one language, and compare them with the bundled benchmark."""
    part = ("--only", only, "--limit", str(limit))
    done = command("generate", "codebenchgen", "--replay", name, *part, "--out", folder)
    if "package index" in done.stderr:
        pytest.skip(f"package index unreachable: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    recorded = json.loads((PACKAGE / "recordings" / name / "toolchains.json").read_text())
    same = {each for each, version in toolchain_versions([only]).items() if version == recorded[each]}
    kept = lines(PACKAGE / "benchmarks" / name / "problems.jsonl")
    assert {seed: compared(line, same) for seed, line in lines(folder / "problems.jsonl").items()} == {
        seed: compared(kept[seed], same) for seed in first_seeds(name, only, limit)
    }


@pytest.mark.language(name="python")
def test_the_tutorial_reproduces(tmp_path: Path) -> None:
    replayed("tutorial", tmp_path / "job", "python", 2)


@pytest.mark.parametrize("language", [in_language(name) for name in QUICK])
def test_the_examples_reproduce(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path / "home"))
    replayed("examples", tmp_path / "job", language, QUICK[language])


def test_answers_of_the_small_model_are_dropped(tmp_path: Path) -> None:
    """It answers everything, but never in the requested form."""
    done = command("generate", "codebenchgen", "--replay", "tutorial-small", "--out", tmp_path / "job", "--json")
    assert done.returncode == 0, done.stderr
    sandboxing = next(row for row in json.loads(done.stdout)["funnel"] if row["step"] == "sandboxing")
    assert (sandboxing["entered"], sandboxing["left"], sandboxing["repairs"]) == (5, 0, 5)
    assert sandboxing["reasons"] == {"answer not understood": 5}


@pytest.fixture(scope="module")
def examples() -> list[Problem]:
    return read_problems("examples")


def test_the_examples_keep_their_documented_properties(examples: list[Problem]) -> None:
    assert sum(each.language == "python" for each in examples) >= 12
    assert {each.language for each in examples} >= {"javascript", "typescript", "java", "go", "rust", "cpp"}
    assert {each.lineage["seed"]["licence"] for each in examples} <= PERMISSIVE
    assert len({each.lineage["seed"]["source"] for each in examples}) >= 12
    for each in examples:
        assert each.canonical_solution.startswith(each.prefix), each.id
        assert each.canonical_solution.endswith(each.suffix), each.id
        assert set(each.tests) == {"full", "augmented"}, each.id
        assert each.evidence["reruns"] >= 3, each.id
        assert each.evidence["refused"] == ["empty solution", "stub"], each.id
        assert set(each.evidence["observed"]) == {"full", "augmented"}, each.id
        assert each.evidence["coverage"]["both"]["covered"], each.id
        assert each.evidence["mutation"]["both"]["killed"], each.id


def test_packages_are_pinned_with_the_examples_that_need_them(examples: list[Problem]) -> None:
    needing = [each for each in examples if each.environment]
    assert {each.language for each in needing} == {"python", "javascript"}
    for each in needing:
        lock = each.lineage["environment"]
        assert all(package["hashes"] for package in lock["packages"]), each.id
        assert "//" not in json.dumps(lock), "no address of a registry"


def test_every_source_is_listed_in_the_notice(examples: list[Problem]) -> None:
    notice = (PACKAGE / "recordings" / "examples" / "NOTICE.md").read_text()
    for each in examples:
        name = each.lineage["seed"]["source"].partition(":")[2].replace("==", " ").replace("@", " ").rpartition(" ")[0]
        assert f" {name or each.lineage['seed']['source'].partition(':')[2].rpartition(':')[0]} " in notice, each.id


def test_recordings_contain_nothing_of_this_machine() -> None:
    for name in ("examples", "tutorial", "tutorial-small"):
        for file in (PACKAGE / "recordings" / name).glob("*.json*"):
            assert os.fsencode(str(Path.home())) + b"/" not in file.read_bytes(), file.name
