"""`benchwright toolchains`, as a user types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import benchwright, complaint


@pytest.mark.language(name="shell")
def test_an_installed_toolchain_is_left_alone() -> None:
    benchwright("toolchains", "install", "shell", "python")
    done = benchwright("toolchains", "install", "shell", "python")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_dry_run_shows_the_commands(tmp_path: Path) -> None:
    done = benchwright("toolchains", "install", "cpp", "--dry-run", path=str(tmp_path))
    assert done.returncode == 0
    if done.stdout:  # g++ may be installed as a package but not be on this PATH
        assert "apt-get" in done.stdout


def test_list_shows_what_is_missing(tmp_path: Path) -> None:
    done = benchwright("toolchains", "list", "cpp", "shell", path=str(tmp_path))
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["cpp", "missing", "benchwright", "toolchains", "install", "cpp"] in rows


def test_clean_removes_installed_toolchains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path / "prefix"))
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    ours = [tmp_path / "prefix" / "npm" / "shell", tmp_path / "cache" / "prepared" / "shell-0123"]
    other = tmp_path / "cache" / "prepared" / "python-0123"
    for folder in (*ours, other):
        folder.mkdir(parents=True)
    assert benchwright("toolchains", "clean", "bash").returncode == 0
    assert [folder.exists() for folder in (*ours, other)] == [False, False, True]


@pytest.mark.parametrize("command", ["install", "clean"])
def test_a_language_must_be_named(command: str) -> None:
    assert complaint(benchwright("toolchains", command))[0] == "error: no language given"


def test_an_unknown_language() -> None:
    assert complaint(benchwright("toolchains", "install", "klingon"))[0] == "error: unknown language 'klingon'"
