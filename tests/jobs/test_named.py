"""Paths that are not jobs: every command reports them in the same way."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.jobs.job import check_job
from benchwright.jobs.manifest import MANIFEST_FILE
from tests.cli.command import benchwright, complaint


def refused(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        check_job(path)
    return str(caught.value)


def test_missing_jobs_files_and_folders_are_distinguished(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "nothing").endswith("nothing does not exist")
    assert refused(tmp_path / "file").endswith("file is a file, not a job directory")
    assert refused(tmp_path / "file" / "below").endswith("below does not exist")
    assert refused(tmp_path).endswith("is not a job")


def test_a_folder_of_jobs_lists_them(tmp_path: Path) -> None:
    for name in "hgfedcba":
        (tmp_path / name).mkdir()
        (tmp_path / name / MANIFEST_FILE).write_text("{}")
        check_job(tmp_path / name)
    assert refused(tmp_path).endswith("is not a job, but contains these jobs: a, b, c, d, e, f, …")


@pytest.mark.parametrize("command", [("show",), ("rejudge",), ("compare", "."), ("review",)])
def test_commands_list_the_jobs_in_a_folder(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / MANIFEST_FILE).write_text("{}")
    error, hint = complaint(benchwright(*command, ".", folder=tmp_path))
    assert "is not a job, but contains these jobs: first" in error
    assert "choose one of them" in hint
