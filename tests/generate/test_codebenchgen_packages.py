"""Examples that need packages: resolved, pinned, installed, and combined in few environments."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from benchwright.environments import Policy
from benchwright.generate.codebenchgen.run import ROLES, generate
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.finish import Finished
from benchwright.generate.packages import LOCK_STEP, read_locks
from benchwright.jobs import Store, read_job
from benchwright.models import ModelOptions
from benchwright.problems import read_problems
from tests.cli.command import benchwright
from tests.environments import packages
from tests.generate import scripted_examples as scripted

SETTINGS = Settings(count=9, samples=1, mutants=0, reruns=1, similar_above=1.0)


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages, and a home directory without any."""
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path / "home"))
    for version in ("1.0", "2.0"):
        packages.wheel(tmp_path / "wheels", "gadget", version)
    return tmp_path / "wheels"


def run(folder: Path, policy: Policy | None, *numbers: int, locks: Path | None = None) -> Finished:
    specs = dict.fromkeys(ROLES, "python:tests.generate.scripted_examples:answer")
    options = ModelOptions(cache=False)
    work = generate(folder, scripted.harvest(*numbers), SETTINGS, specs, options, policy=policy, locks=locks)
    return asyncio.run(work)


def reasons(finished: Finished, step: str) -> dict[str, int]:
    return dict(next(each for each in finished.funnel if each.step == step).reasons)


@pytest.mark.slow
def test_compatible_packages_share_an_environment(tmp_path: Path, mirror: Path) -> None:
    finished = run(tmp_path / "job", Policy(wheels=mirror), 1, 30, 31, 32)
    assert finished.problems == 4
    found = {each.entry_point: each for each in read_problems(tmp_path / "job" / "problems.jsonl")}
    assert found["pick_1"].environment is None
    assert found["pick_30"].environment == found["pick_31"].environment
    assert found["pick_32"].environment not in (None, found["pick_30"].environment)
    lock = found["pick_31"].lineage["environment"]
    assert lock["requirements"] == ["gadget<2", "gadget==1.0"]
    assert [(each["name"], each["version"]) for each in lock["packages"]] == [("gadget", "1.0")]
    assert found["pick_32"].libraries == ("gadget",)


@pytest.mark.slow
def test_a_benchmarks_packages_can_be_installed(tmp_path: Path, mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path / "job", Policy(wheels=mirror), 30)
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path / "another"))
    problems = tmp_path / "job" / "problems.jsonl"
    refused = benchwright("check", problems)
    assert "benchwright environments install" in refused.stdout + refused.stderr
    done = benchwright("environments", "install", problems, "--wheels", mirror)
    assert done.returncode == 0, done.stderr
    assert benchwright("check", problems).returncode == 0


@pytest.mark.slow
def test_groups_that_are_too_large_are_split(tmp_path: Path, mirror: Path) -> None:
    """Each one fits on its own, and was verified that way."""
    for name in ("gizmos", "widget"):
        packages.wheel(mirror, name, "1.0", files={f"{name}_data.txt": "x" * 3_000_000})
    finished = run(tmp_path / "job", Policy(wheels=mirror, max_bytes=4_000_000), 34, 35)
    assert finished.problems == 2
    found = read_problems(tmp_path / "job" / "problems.jsonl")
    assert len({each.environment for each in found}) == 2


@pytest.mark.slow
def test_an_example_that_fails_with_shared_packages_keeps_its_own(tmp_path: Path, mirror: Path) -> None:
    finished = run(tmp_path / "job", Policy(wheels=mirror), 30, scripted.NEWEST)
    assert finished.problems == 2
    found = {each.entry_point: each for each in read_problems(tmp_path / "job" / "problems.jsonl")}
    versions = {name: each.lineage["environment"]["packages"][0]["version"] for name, each in found.items()}
    assert versions == {"pick_30": "1.0", "pick_36": "2.0"}
    again = run(tmp_path / "job", Policy(wheels=mirror), 30, scripted.NEWEST)
    assert again.problems == 2


def test_an_unavailable_package_is_reported_and_drops_the_example(tmp_path: Path, mirror: Path) -> None:
    finished = run(tmp_path / "job", Policy(wheels=mirror), 33)
    assert finished.problems == 0
    assert reasons(finished, "execute") == {"not repaired: packages": 1}


def test_a_denied_package_is_not_installed(tmp_path: Path, mirror: Path) -> None:
    finished = run(tmp_path / "job", Policy(wheels=mirror, deny=("gad*",)), 30)
    assert reasons(finished, "execute") == {"not repaired: packages": 1}
    assert not list((tmp_path / "home").rglob("gadget.py"))


def test_without_permission_no_packages_are_installed(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", None, 1, 30)
    assert finished.problems == 1
    assert reasons(finished, "execute") == {"not repaired: packages": 1}


@pytest.mark.slow
def test_a_resolution_stays_fixed_when_the_mirror_changes(tmp_path: Path, mirror: Path) -> None:
    """A recording contains it."""
    run(tmp_path / "job", Policy(wheels=mirror), 31)
    kept = tmp_path / "environments.jsonl"
    with read_job(tmp_path / "job") as job:
        locks = sorted(item.data for item in job.store.items(LOCK_STEP))
        kept.write_bytes(b"".join(lock + b"\n" for lock in locks))
    packages.wheel(mirror, "gadget", "1.5")
    again = run(tmp_path / "again", Policy(wheels=mirror), 31, locks=kept)
    assert again.problems == 1
    lines = [(tmp_path / name / "problems.jsonl").read_text() for name in ("job", "again")]
    assert lines[0] == lines[1]
    assert json.loads(lines[0])["lineage"]["environment"]["packages"][0]["version"] == "1.0"


def test_reading_a_recording_keeps_existing_resolutions(tmp_path: Path) -> None:
    file = tmp_path / "environments.jsonl"
    file.write_bytes(b'{"asked":"x","groups":[]}\n')
    with Store(tmp_path / "job.sqlite") as store:
        store.put(LOCK_STEP, "x", b'{"asked":"x","groups":[{"keys":[""],"lock":null,"reason":"why"}]}')
        read_locks(store, file)
        assert b"why" in (store.done(LOCK_STEP, "x") or b"")
        read_locks(store, tmp_path / "missing")
