"""Everything that a benchmark's name can refer to."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.problems import builtin_folder, builtin_names, read_problems

Hub = dict[tuple[str, str | None], dict[str, list[Any]]]
ROW = {"schema": 1, "id": "a", "language": "python", "question": "?", "canonical_solution": ""}


@pytest.fixture
def builtin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of bundled benchmarks, and an empty current folder."""
    monkeypatch.setattr("benchwright.problems.read._BUILTIN_FOLDER", tmp_path / "benchmarks")
    (tmp_path / "benchmarks" / "small").mkdir(parents=True)
    (tmp_path / "benchmarks" / "small" / "problems.jsonl").write_text(json.dumps(ROW))
    (tmp_path / "benchmarks" / "small" / "answers.jsonl").write_text('{"not": "problems"}')
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, builtin: Path) -> Hub:
    """Replaces the package that uses the network: name and configuration → splits."""
    known: Hub = {}

    def load_dataset(name: str, configuration: str | None) -> Any:
        if (name, configuration) not in known:
            raise ConnectionError(f"Couldn't reach '{name}' on the Hub\nand more about it")
        return known[name, configuration]

    module = ModuleType("datasets")
    module.load_dataset = load_dataset  # type: ignore[attr-defined]
    module.disable_progress_bars = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    return known


def test_bundled_benchmarks(builtin: Path) -> None:
    assert builtin_names() == ["small"]
    for name in ("small", "builtin:small"):
        assert [problem.id for problem in read_problems(name)] == ["a"]


def test_a_file_takes_precedence_over_a_bundled_benchmark(builtin: Path) -> None:
    Path("small").write_text(json.dumps(ROW | {"id": "file"}))
    assert [problem.id for problem in read_problems("small")] == ["file"]
    assert [problem.id for problem in read_problems("builtin:small")] == ["a"]


def test_an_unknown_name(builtin: Path) -> None:
    with pytest.raises(UsageError, match="No such file") as caught:
        read_problems("smal")
    assert "small" in caught.value.hint
    with pytest.raises(UsageError, match="unknown built-in benchmark 'smal'"):
        read_problems("builtin:smal")


def test_a_folder_has_files_of_every_kind(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text(json.dumps([ROW | {"id": "array"}]))
    (tmp_path / "2.jsonl").write_text(json.dumps(ROW | {"id": "lines"}))
    (tmp_path / "3.md").write_text("no rows")
    assert [problem.id for problem in read_problems(tmp_path)] == ["array", "lines"]


def test_a_dataset(hub: Hub) -> None:
    hub["owner/name", None] = {"train": [ROW], "test": [ROW | {"id": "b"}]}
    hub["owner/name", "sh"] = {"v1": [ROW | {"id": "c"}, ROW | {"id": "c"}]}
    assert [problem.id for problem in read_problems("owner/name")] == ["b"]
    assert [problem.id for problem in read_problems("owner/name@train")] == ["a"]
    with pytest.raises(UsageError, match=r"owner/name:sh:2: .*id 'c'; the first one is at owner/name:sh:1"):
        read_problems("owner/name:sh")


def test_a_dataset_that_needs_a_split(hub: Hub) -> None:
    hub["owner/name", None] = {"v1": [ROW], "v2": [ROW]}
    for name, message in (("owner/name", "several splits"), ("owner/name@test", "no split 'test'")):
        with pytest.raises(UsageError, match=message) as caught:
            read_problems(name)
        assert "v1, v2" in caught.value.hint


def test_an_unreachable_dataset(hub: Hub) -> None:
    with pytest.raises(UsageError) as caught:
        read_problems("owner/name")
    assert str(caught.value) == "cannot load the dataset owner/name: Couldn't reach 'owner/name' on the Hub"


def test_a_dataset_without_the_datasets_package(builtin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(UsageError, match="needs the package `datasets`") as caught:
        read_problems("owner/name")
    assert "benchwright[hub]" in caught.value.hint


@pytest.mark.parametrize("name", ["data/rows.jsonl", "../owner/name", "/owner/name", "a/b/c", "name"])
def test_path_like_names_never_cause_network_access(hub: Hub, name: str) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_problems(name)


def test_a_file_name_never_causes_network_access(hub: Hub) -> None:
    Path("owner").mkdir()
    Path("owner/name").write_text(json.dumps(ROW | {"id": "local"}))
    hub["owner/name", None] = {"test": [ROW]}
    assert [problem.id for problem in read_problems("owner/name")] == ["local"]


def test_a_folder_without_problems_does_not_hide_a_bundled_benchmark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "primer" / "plugin").mkdir(parents=True)
    bundled = read_problems("primer")
    assert bundled
    (tmp_path / "primer" / "own.jsonl").write_text(
        (builtin_folder("primer") / "problems.jsonl").read_text().splitlines()[0]
    )
    assert len(read_problems("primer")) == 1 < len(bundled)
