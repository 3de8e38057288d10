"""`benchwright bench`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import benchwright, complaint

QUICK = ("--seconds", "0.01")
"""As few verdicts as possible."""


@pytest.fixture
def only_python(tmp_path: Path) -> str:
    """A PATH with nothing but Python."""
    (tmp_path / "python3").symlink_to(sys.executable)
    return str(tmp_path)


def test_the_table_shows_how_many_ran() -> None:
    done = benchwright("bench", "python", *QUICK, "--concurrency", "3")
    assert done.returncode == 0, done.stderr
    columns, _, row = done.stdout.strip("\n").splitlines()
    assert " ".join(columns.split()) == "language verdicts verdicts/s CPU s per 1,000 p50 ms p95 ms peak MiB"
    language, verdicts, *numbers = row.split()
    assert (language, int(verdicts) >= 3, len(numbers)) == ("python", True, 5)
    assert all(float(number) > 0 for number in numbers)
    assert f"{verdicts} verdicts: 3 at a time" in done.stderr


def test_missing_languages_are_skipped_with_a_note(only_python: str) -> None:
    done = benchwright("bench", "py", "cpp", *QUICK, "--concurrency", "1", "--json", path=only_python)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    (measured,) = result["languages"]
    assert measured["language"] == "python"
    assert measured["verdicts"] >= 1
    assert measured["p50_s"] <= measured["p95_s"]
    assert min(measured[name] for name in ("verdicts_per_s", "cpu_s_per_1000", "memory_bytes")) > 0
    assert [each["error"].partition(":")[0] for each in result["skipped"]] == ["cpp"]
    assert "skipped cpp: " in done.stderr
    assert "toolchains install cpp" in done.stderr


def test_a_language_named_twice_is_measured_once() -> None:
    done = benchwright("bench", "py", "python", *QUICK, "--concurrency", "1", "--json")
    assert [each["language"] for each in json.loads(done.stdout)["languages"]] == ["python"]


def test_nothing_to_measure() -> None:
    error, hint = complaint(benchwright("bench", "cpp", path="/nonexistent"))
    assert error.startswith("error: cpp: ")
    assert "toolchains install cpp" in hint


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("brainfudge",), "unknown language 'brainfudge'"),
        (("python", "--seconds", "0"), "cannot measure for 0 seconds"),
        (("python", "--seconds", "-1"), "cannot measure for -1 seconds"),
        (("python", "--seconds", "nan"), "cannot measure for nan seconds"),
        (("python", "--seconds", "inf"), "cannot measure for inf seconds"),
        (("python", "--seconds", "soon"), "--seconds"),
        (("python", "--concurrency", "0"), "--concurrency"),
    ],
)
def test_bad_input_is_rejected(arguments: tuple[str, ...], words: str) -> None:
    assert words in complaint(benchwright("bench", *arguments))[0]
