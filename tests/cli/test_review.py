"""`benchwright review` without a page: the summary, the export, and refused options."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
import pytest

from benchwright.problems import read_problems
from benchwright.report.reviewing.store import Reviews
from tests.cli.command import benchwright, complaint, on_terminal
from tests.report.reviewed import REFERENCE, attempts, generation_job, problem


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """Write a generation with three reviewed problems and one that is not reviewed."""
    folder = generation_job(tmp_path / "job", [problem(name) for name in ("bad", "good", "open", "wrong")])
    with Reviews(folder) as reviews:
        said: dict[str, dict[str, Any]] = {
            "bad": {"decision": "rejected", "clarity": 1},
            "good": {"decision": "accepted", "clarity": 5, "attempts": attempts("wrong_answer", "passed")},
            "wrong": {"decision": "corrected", "corrections": {"reference": REFERENCE.replace("2", "3")}},
        }
        for name, fields in said.items():
            reviews.change(name, "\x1b[31mada", partial(msgspec.structs.replace, **fields))
    return folder


def test_the_summary_fits_into_80_columns(job: Path) -> None:
    shown = on_terminal([sys.executable, "-m", "benchwright", "review", job, "--summary"])
    assert max(map(len, shown.splitlines())) <= 80
    assert "3 of 4 problems reviewed" in shown
    assert "'\\x1b[31mada'" in shown  # a name that would colour the terminal
    assert "solved within two tries" in shown
    assert "attempts per solved problem: 2.0 on average, 2 at most" in shown
    assert "rejected: bad" in shown
    assert "Xie et al. 2024" in shown


def test_the_summary_as_json(job: Path) -> None:
    summary = json.loads(benchwright("review", job, "--summary", "--json").stdout)
    assert summary["summary"]["decisions"] == {"accepted": 1, "corrected": 1, "rejected": 1}
    assert summary["study"][0] == {"name": "solved", "part": 1, "whole": 1, "published": 81.3}


def test_the_export_excludes_rejected_and_wrong_problems(job: Path, tmp_path: Path) -> None:
    file = tmp_path / "reviewed.jsonl"
    done = benchwright("review", job, "--export", file)
    assert done.returncode == 1, done.stderr
    assert [each.id for each in read_problems(file)] == ["good", "open"]
    assert "excluded wrong: its correction fails: full tests: reference fails" in done.stderr
    assert "excluded bad: rejected" in done.stderr


@pytest.mark.slow
def test_incorrect_usage_is_one_line_and_a_hint(job: Path, tmp_path: Path) -> None:
    assert "--out FOLDER" in complaint(benchwright("review", "primer"))[1]
    assert "add --summary" in complaint(benchwright("review", job, "--json"))[1]
    assert "not a valid reviewer name" in complaint(benchwright("review", job, "--reviewer", "a#b", "--no-open"))[0]
    assert "cannot read" in complaint(benchwright("review", tmp_path / "nothing"))[0]
    assert "cannot keep reviews" in complaint(benchwright("review", job, "--out", "/proc/reviews", "--no-open"))[0]


def test_the_token_is_not_in_the_browsers_arguments(job: Path, tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    os.mkfifo(opened)
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "benchwright", "review", str(job)]
    process = subprocess.Popen(
        command,
        env={**os.environ, "BROWSER": str(browser)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    page = Path(unquote(urlsplit(opened.read_text().strip()).path))
    try:
        assert "#token=" in address
        assert address in page.read_text()
        assert address.rpartition("=")[2] not in str(page)
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert not page.exists()
