"""The folder of a demo: its own jobs are replaced, and nothing of somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.cli.demo import kept_jobs
from benchwright.errors import UsageError


def test_only_the_demos_own_jobs_are_taken_away(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    with kept_jobs(out, ["generation", "model"]) as kept:
        (kept.folder / "generation").mkdir()
        (kept.folder / "generation" / "manifest.json").write_text("{}")
    (out / "thesis").mkdir()
    (out / "notes.txt").write_text("mine")
    with kept_jobs(out, ["generation", "model"]) as kept:
        assert not (kept.folder / "generation").exists()
    assert (out / "thesis").is_dir()
    assert (out / "notes.txt").read_text() == "mine"


def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    with pytest.raises(UsageError, match="other files"), kept_jobs(tmp_path, ["thesis"]):
        raise AssertionError("not refused")
    assert (tmp_path / "thesis").is_dir()
