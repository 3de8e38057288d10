"""`benchwright analyze`, as a user types it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchwright.problems import fingerprint, read_problems
from tests.cli.command import benchwright, complaint

HUMANEVAL = {
    "task_id": "test/0",
    "prompt": "from typing import List\nimport math\n\ndef area(sides: List[float]) -> float:\n    '''The area.'''\n",
    "entry_point": "area",
    "canonical_solution": "    result = math.prod(sides)\n    return result\n",
    "test": "def check(candidate):\n    assert candidate([2, 3]) == 6\n",
}


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(HUMANEVAL) + "\n")
    return file


def test_humaneval_rows(bench: Path) -> None:
    done = benchwright("analyze", bench)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["this", "one", "1", "-", "-", "2", "=", "2", "+", "0", "-"] in lines
    assert ["this", "one,", "targets", "1", "=", "1", "+", "0"] in lines
    assert any(
        line[:4] == ["tokens", "10.00", "[10,", "10]"] and line[-3:] == ["73.83", "[3,", "714]"] for line in lines
    )
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.slow
def test_json_and_files_agree(bench: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    results.write_text(json.dumps({"problem": "test/0", "passed": True}) + "\n")
    out = tmp_path / "made" / "here"
    done = benchwright("analyze", bench, "--job", results, "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document == json.loads((out / "analysis.json").read_text())
    assert document["difficulty"]["jobs"]["results.jsonl"]["pass_at_1"]["value"] == 1.0
    assert document["published"]["sources"]["hunyuan2025"]["address"] == "arXiv:2508.09101"
    page = (out / "analysis.md").read_text()
    assert f"Benchmark: `{bench}`, fingerprint `{fingerprint(read_problems(bench))}`." in page
    plots = len(list(out.glob("*.svg")))
    assert plots > 1 or find_spec("matplotlib") is None
    said = f", analysis.json and {plots} plots" if plots else " and analysis.json"
    assert done.stderr.splitlines()[-1] == f"wrote analysis.md{said} to {out}"
    assert re.search(r"\| HumanEval +\| 164 +\|", page)
    assert "### Exec-CSN: funnel: examples left" in page


def test_the_starter_benchmark() -> None:
    done = benchwright("analyze", "starter")
    assert done.returncode == 0
    assert "String & Text Processing" in done.stdout
    assert "mutants noticed" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_without_matplotlib_the_rest_is_done(bench: Path, tmp_path: Path) -> None:
    # None in sys.modules makes an import fail, and `find_spec` treats it as absent too.
    code = "import sys; sys.modules['matplotlib'] = None; from benchwright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "analyze", str(bench), "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        "no plots: matplotlib is not installed; pip install 'benchwright[plots]'",
        f"wrote analysis.md and analysis.json to {tmp_path / 'out'}",
    ]
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"analysis.json", "analysis.md"}


@pytest.mark.slow
def test_incorrect_usage(bench: Path, tmp_path: Path) -> None:
    assert "absent" in complaint(benchwright("analyze", tmp_path / "absent"))[0]
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert "contains no problems" in complaint(benchwright("analyze", empty))[0]
    assert "is not a folder" in complaint(benchwright("analyze", bench, "--out", bench))[0]
    job = tmp_path / "job"
    job.mkdir()
    assert "has no samples.jsonl" in complaint(benchwright("analyze", bench, "--job", job))[0]
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"problem": "other", "passed": True}) + "\n")
    assert "no problem of this benchmark" in complaint(benchwright("analyze", bench, "--job", other))[0]
