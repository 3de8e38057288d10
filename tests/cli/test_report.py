"""`benchwright report` writes a site from jobs, or says in one line why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchwright.cli import app
from benchwright.report.site import page
from tests.cli.command import benchwright, complaint
from tests.report.small_jobs import job_of, problem, synthetic


def test_a_folder_of_jobs_becomes_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "built"
    built.mkdir()
    for name in page.ASSET_NAMES:
        (built / name).write_text("")
    monkeypatch.setattr(page, "ASSETS", built)
    synthetic(tmp_path / "jobs", models=2)
    job_of(tmp_path / "jobs/begun", [problem("a")], {"a": [[("1", None)]]})
    done = CliRunner().invoke(
        app, ["report", str(tmp_path / "jobs"), "--out", str(tmp_path / "site"), "--title", "Mine"]
    )
    assert done.exit_code == 0, done.output
    assert "note: 1 of 3 evaluations is unfinished: the numbers may change.\n" in done.stderr
    assert done.stdout.startswith("3 models, 7 problems: 23 files, 0.")
    assert done.stdout.endswith(f"open {tmp_path / 'site/index.html'}\n")
    assert "<title>Mine</title>" in (tmp_path / "site/index.html").read_text()


def test_a_folder_without_a_job_is_rejected(tmp_path: Path) -> None:
    error, hint = complaint(benchwright("report", tmp_path, "--out", tmp_path / "site"))
    assert "is not a job and contains none" in error
    assert "manifest.json" in hint
    error, _ = complaint(benchwright("report", tmp_path / "nothing", "--out", tmp_path / "site"))
    assert "does not exist" in error
    assert list(tmp_path.iterdir()) == []
