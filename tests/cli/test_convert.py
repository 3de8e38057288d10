"""`benchwright convert`, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.problems import FORMATS, read_problems
from tests.cli.command import benchwright, complaint

ROW: dict[str, Any] = {
    "id": "Python/1",
    "question": "Double it.",
    "canonical_solution": "def double(n):\n    return 2 * n\n",
    "demo_test_func": "assert double(1) == 2\n",
    "full_test_func": "assert double(2) == 4\n",
    "language": "python",
    "difficulty": "easy",
}
OTHER = ROW | {"id": "C++/2", "language": "cpp"}


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in (ROW, OTHER)))
    return file


def test_conversion_round_trips(rows: Path, tmp_path: Path) -> None:
    own, again = tmp_path / "own.jsonl", tmp_path / "again.jsonl"
    done = benchwright("convert", rows, own, "--to", "benchwright")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"wrote 2 problems to {own}\n")
    assert benchwright("convert", own, again, "--to", "autocodebench").returncode == 0
    assert [json.loads(line) for line in again.read_text().splitlines()] == [ROW, OTHER]


def test_losses_are_reported(rows: Path, tmp_path: Path) -> None:
    done = benchwright("convert", rows, tmp_path / "out.jsonl", "--to", "mceval")
    assert done.returncode == 0
    notes = done.stderr.splitlines()
    assert notes[0] == "note: mceval cannot represent demo tests (2 problems)"
    assert notes[1] == "note: mceval changes the form of canonical_solution (2 problems)"
    assert len(notes) == 3


def test_languages_narrow(rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert benchwright("convert", rows, out, "--to", "mbpp", "--languages", "py").returncode == 0
    assert [problem.id for problem in read_problems(out)] == ["Mbpp/1"]


def test_nothing_is_written_if_one_problem_cannot_be_written(rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old")
    line, hint = complaint(benchwright("convert", rows, out, "--to", "mbpp"))
    assert line == (
        "error: problem 'C++/2' cannot be written as mbpp: language is 'cpp'; the format supports only python"
    )
    assert hint == "hint: filter with --languages"
    assert out.read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["out.jsonl", "rows.jsonl"]


def test_exclusions_are_reported(rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    rows.write_text(rows.read_text() + "{\n")
    assert complaint(benchwright("convert", rows, out, "--to", "mbpp"))[0].startswith(f"error: {rows}:3: not JSON")
    done = benchwright("convert", rows, out, "--to", "mbpp", "--lenient")
    assert done.returncode == 0
    assert [line.split(": ")[:2] for line in done.stderr.splitlines()[:2]] == [
        ["skipped", f"{rows}:3"],
        ["skipped", "problem 'C++/2' cannot be written as mbpp"],
    ]
    assert [problem.id for problem in read_problems(out)] == ["Mbpp/1"]


@pytest.mark.parametrize("name", ["out.parquet", "out.jsonl.gz"])
@pytest.mark.parametrize("to", ["benchwright", "autocodebench"])
def test_packed_files_are_reproducible(rows: Path, tmp_path: Path, name: str, to: str) -> None:
    bare = ROW | {"id": "bare", "demo_test_func": "", "wrong_solutions": ["pass", "\u00e9"]}
    rows.write_text(rows.read_text() + json.dumps(bare) + "\n")
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
        done = benchwright("convert", rows, folder / name, "--to", to)
        assert (done.returncode, done.stderr) == (0, f"wrote 3 problems to {folder / name}\n")
    first, second = ((folder / name).read_bytes() for folder in folders)
    assert first == second
    assert read_problems(folders[0] / name) == read_problems(rows)
    assert [file.name for file in folders[0].iterdir()] == [name]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_two_parts_round_trip(rows: Path, tmp_path: Path, suffix: str) -> None:
    public, private, own = (tmp_path / f"{name}{suffix}" for name in ("public", "private", "own"))
    assert benchwright("convert", rows, public, "--part", "public").returncode == 0
    assert benchwright("convert", rows, private, "--part", "private").returncode == 0
    assert [problem.canonical_solution for problem in read_problems(public)] == ["", ""]
    assert benchwright("convert", public, own, "--private", private).returncode == 0
    assert read_problems(own) == read_problems(rows)
    assert complaint(benchwright("convert", rows, own, "--private", private))[0].endswith("is already complete")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.jsonl", "out", "--to", "mbpp"], "cannot read none.jsonl: No such file or directory"),
        (["rows", "out", "--to", "xml"], "unknown format 'xml'"),
        (["rows", "out", "--to", "mbpp", "--format", "xml"], "unknown format 'xml'"),
        (["rows", "out", "--to", "mbpp", "--part", "public"], "--part needs the benchwright format, not mbpp"),
        (["rows", "out", "--private", "none.jsonl"], "cannot read none.jsonl"),
        (["rows", "/nonexistent/out.parquet"], "cannot write /nonexistent/out.parquet"),
        (["rows", "/nonexistent/out.jsonl.gz"], "cannot write /nonexistent/out.jsonl.gz"),
        (["rows", "/nonexistent/out", "--to", "autocodebench"], "cannot write /nonexistent/out"),
        (["rows", "out", "--to", "apps", "--lenient"], "apps cannot represent any of the problems"),
    ],
)
def test_incorrect_usage(rows: Path, arguments: list[str], message: str) -> None:
    given = [str(rows) if argument == "rows" else argument for argument in arguments]
    assert complaint(benchwright("convert", *given))[0].startswith(f"error: {message}")


@pytest.mark.parametrize("command", ["convert", "check"])
def test_the_help_names_all_formats(command: str) -> None:
    words = benchwright(command, "--help").stdout.replace(",", " ").replace(".", " ").split()
    assert set(FORMATS) <= set(words)
