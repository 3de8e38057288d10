"""Prepared files are made once, completely, and again for another toolchain or another driver."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchwright.errors import ToolchainMissing
from benchwright.languages import Language, Toolchain, languages
from benchwright.languages.prepare import cache_folder, prepared_folder

TOOLCHAIN = Toolchain(language="toy", tools={"sh": "/bin/sh"}, version="toy 1", homes=())


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path / "toolchains"))
    return tmp_path / "cache"


def language(tmp_path: Path, script: str) -> Language:
    shell = languages()["shell"]
    command = ("{sh}", "-c", script, "sh", "{prepared}", "{language}")
    recipe = msgspec.structs.replace(shell.toolchain, prepare=command)
    folder = tmp_path / "toy"
    (folder / "driver").mkdir(parents=True, exist_ok=True)
    return msgspec.structs.replace(shell, id="toy", directory=folder, toolchain=recipe)


def test_it_is_created_once(tmp_path: Path) -> None:
    toy = language(tmp_path, 'echo made >> "$2/log"; echo whole > "$1/file"')
    for _ in range(3):
        assert (prepared_folder(toy, TOOLCHAIN) / "file").read_text() == "whole\n"
    assert (tmp_path / "toy" / "log").read_text() == "made\n"


def test_another_version_gets_its_own_folder(tmp_path: Path) -> None:
    toy = language(tmp_path, ":")
    newer = msgspec.structs.replace(TOOLCHAIN, version="toy 2")
    assert prepared_folder(toy, TOOLCHAIN) != prepared_folder(toy, newer)


def test_a_failure_leaves_no_partial_installation(tmp_path: Path, own_cache: Path) -> None:
    toy = language(tmp_path, 'echo half > "$1/file"; echo broken >&2; exit 1')
    with pytest.raises(ToolchainMissing, match="broken"):
        prepared_folder(toy, TOOLCHAIN)
    assert [path for path in (own_cache / "prepared").iterdir() if path.is_dir()] == []


def test_it_is_shared_with_the_toolchains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = language(tmp_path, 'echo made >> "$2/log"')
    (tmp_path / "toolchains").mkdir()
    folder = prepared_folder(toy, TOOLCHAIN)
    assert folder.parent == tmp_path / "toolchains" / "prepared"
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "another"))
    assert prepared_folder(toy, TOOLCHAIN) == folder
    assert (tmp_path / "toy" / "log").read_text() == "made\n"


def test_existing_cache_entries_are_used(tmp_path: Path) -> None:
    toy = language(tmp_path, 'echo made >> "$2/log"')
    folder = prepared_folder(toy, TOOLCHAIN)
    (tmp_path / "toolchains").mkdir()
    assert prepared_folder(toy, TOOLCHAIN) == folder
    assert (tmp_path / "toy" / "log").read_text() == "made\n"


def test_an_unwritable_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "file"))
    with pytest.raises(ToolchainMissing, match="cannot write"):
        prepared_folder(language(tmp_path, ":"), TOOLCHAIN)


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BENCHWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/benchwright")
