"""`scripts/bundle_recording.py` writes what `--replay` reads."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from benchwright.generate.autocodegen.plan import replayed
from benchwright.generate.plan import RECORDINGS
from benchwright.generate.production import read_harvest
from benchwright.models import ModelOptions
from tests.cli.command import benchwright

SCRIPT = Path(__file__).parents[2] / "scripts" / "bundle_recording.py"
SMALL = RECORDINGS / "small"


def test_a_replay_can_be_bundled(tmp_path: Path) -> None:
    job, target = tmp_path / "job", tmp_path / "small"
    assert benchwright("generate", "autocodegen", "--replay", "small", "--out", job).returncode == 0
    runpy.run_path(str(SCRIPT))["write_recording"](job, SMALL / "answers.jsonl", target)
    assert json.loads((target / "settings.json").read_text()) == json.loads((SMALL / "settings.json").read_text())
    assert "python" in json.loads((target / "toolchains.json").read_text())
    bundled, original = ((folder / "answers.jsonl").read_text().splitlines() for folder in (target, SMALL))
    assert sorted(bundled) == bundled == sorted(original)
    assert read_harvest(target) == replayed("small", ModelOptions()).harvest
