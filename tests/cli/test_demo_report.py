"""The folder of a demo: only its own jobs are replaced, and its names say what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.cli.demo import _LANGUAGES, _LIMIT, _NEXT, RECORDING, _part_of, job_names, kept_jobs
from benchwright.errors import UsageError
from benchwright.generate.autocodegen.plan import replayed
from benchwright.generate.production import replay_command
from benchwright.models import ModelOptions


def test_only_the_demos_own_jobs_are_removed(tmp_path: Path) -> None:
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


def test_answer_sets_have_descriptive_names() -> None:
    assert job_names() == ["recorded-llm-1", "recorded-llm-2", "smollm2"]


def test_a_limited_generation_has_only_its_items() -> None:
    whole = replayed(RECORDING, ModelOptions())
    part = _part_of(whole, _LANGUAGES, _LIMIT)
    assert part.languages() == [name for name in whole.languages() if name in _LANGUAGES][:_LIMIT]
    assert part.items() == len(part.harvest.seeds) == part.wanted == _LIMIT
    command = " ".join(replay_command(part.method, part.unpinned))
    assert "--replay starter --only python --limit 3 " in command


def test_the_next_steps_fit_a_terminal() -> None:
    lines = _NEXT.strip().splitlines()
    assert len(lines) == 6
    assert max(map(len, lines)) <= 80
    for word in ("evaluate", "generate", "check", "serve", "docs"):
        assert word in _NEXT


def test_a_folder_with_foreign_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    with pytest.raises(UsageError, match="other files"), kept_jobs(tmp_path, ["thesis"]):
        raise AssertionError("not refused")
    assert (tmp_path / "thesis").is_dir()
