"""Rows as other tools write them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.problems import read_problems

ROW: dict[str, Any] = {
    "question": "Double it.",
    "canonical_solution": "def f(n): return 2 * n",
    "demo_test_func": "assert f(1) == 2",
    "full_test_func": "assert f(2) == 4",
    "language": "python",
    "difficulty": "easy",
}


def write(file: Path, *rows: dict[str, Any]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_a_row(tmp_path: Path) -> None:
    (problem,) = read_problems(write(tmp_path / "rows.jsonl", ROW))
    assert (problem.id, problem.language, problem.difficulty) == ("python/1", "python", "easy")
    assert problem.tests == {"full": "assert f(2) == 4", "demo": "assert f(1) == 2"}
    assert (problem.wrong_solutions, problem.hack_solutions) == ((), ())


def test_unknown_fields_are_ignored(tmp_path: Path) -> None:
    (problem,) = read_problems(write(tmp_path / "rows.jsonl", ROW | {"id": 7, "tags": ["x"], "wrong_solutions": ["w"]}))
    assert (problem.id, problem.wrong_solutions) == ("7", ("w",))


def test_language_names_of_others_are_understood(tmp_path: Path) -> None:
    (problem,) = read_problems(write(tmp_path / "rows.jsonl", ROW | {"language": "C++"}))
    assert problem.language == "cpp"


def test_an_unknown_language_is_an_error_only_when_run(tmp_path: Path) -> None:
    (problem,) = read_problems(write(tmp_path / "rows.jsonl", ROW | {"language": "klingon"}))
    assert problem.language == "klingon"


def test_compressed_and_with_empty_lines(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl.gz"
    with gzip.open(file, "wt") as opened:
        opened.write("\n" + json.dumps(ROW) + "\n\n")
    assert len(read_problems(file)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "contains no problems"),
        ("{", "rows.jsonl:1: not JSON"),
        ("[1]", "unknown format"),
        (json.dumps(ROW) + "\n" + json.dumps({"language": "python"}), "rows.jsonl:2: .*canonical_solution"),
        (json.dumps(ROW | {"full_test_func": 3}), "rows.jsonl:1: .*full_test_func"),
        (json.dumps(ROW | {"id": "a"}) + "\n" + json.dumps(ROW | {"id": "a"}), "duplicate id"),
    ],
)
def test_a_bad_file_is_reported_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rows.jsonl").write_text(text)
    with pytest.raises(UsageError, match=message):
        read_problems(tmp_path / "rows.jsonl")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_problems(tmp_path / "none.jsonl")


PARTS = {"prompt": "def f(n):\n", "canonical_solution": "    return 2 * n\n", "test": "assert f(2) == 4\n"}
HUMANEVAL = {**PARTS, "task_id": "HumanEval/0", "entry_point": "f", "test": "def check(f):\n    assert f(2) == 4\n"}
MCEVAL = {**PARTS, "task_id": "CPP/3", "entry_point": "f", "instruction": "Double.", "level": "easy", "signature": ""}
HUMANEVAL_X = {**PARTS, "task_id": "JavaScript/7", "declaration": "", "example_test": "assert(f(1) === 2)"}


@pytest.mark.parametrize(
    ("row", "id_", "language", "solution", "tests"),
    [
        (
            HUMANEVAL,
            "HumanEval/0",
            "python",
            "def f(n):\n    return 2 * n\n",
            {"full": "def check(f):\n    assert f(2) == 4\n\ncheck(f)\n"},
        ),
        (MCEVAL, "CPP/3", "cpp", "def f(n):\n\n    return 2 * n\n\n", {"full": "assert f(2) == 4\n"}),
        (
            HUMANEVAL_X,
            "JavaScript/7",
            "javascript",
            "def f(n):\n    return 2 * n\n",
            {"full": "assert f(2) == 4\n", "demo": "assert(f(1) === 2)"},
        ),
    ],
    ids=["humaneval", "mceval", "humaneval_x"],
)
def test_the_format_is_detected_from_the_fields(
    tmp_path: Path, row: dict[str, Any], id_: str, language: str, solution: str, tests: dict[str, str]
) -> None:
    (problem,) = read_problems(write(tmp_path / "rows.jsonl", row))
    assert (problem.id, problem.language) == (id_, language)
    assert problem.canonical_solution == solution
    assert problem.tests == tests


def test_a_folder_of_files(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", HUMANEVAL)
    write(tmp_path / "b.jsonl", ROW)
    (tmp_path / "notes.txt").write_text("no rows")
    assert [problem.id for problem in read_problems(tmp_path)] == ["HumanEval/0", "python/1"]


def test_an_explicit_format_must_fit(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"demo_test_func|language"):
        read_problems(write(tmp_path / "rows.jsonl", HUMANEVAL), "autocodebench")


def test_an_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown format 'xml'"):
        read_problems(write(tmp_path / "rows.jsonl", ROW), "xml")
