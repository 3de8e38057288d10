"""Files of rows: their formats, and errors for invalid ones."""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.problems import read_problems
from benchwright.problems.rows import write_parquet

ROW: dict[str, Any] = {
    "id": "a",
    "question": "Double it.",
    "canonical_solution": "def f(n): return 2 * n",
    "demo_test_func": "assert f(1) == 2",
    "full_test_func": "assert f(2) == 4",
    "language": "python",
}
OTHER = ROW | {"id": "b"}
LINE, OTHER_LINE = json.dumps(ROW).encode() + b"\n", json.dumps(OTHER).encode() + b"\n"

BAD: dict[str, tuple[bytes, str]] = {
    "missing field": (
        LINE + json.dumps({"id": "b", "language": "python", "full_test_func": ""}).encode() + b"\n",
        r"rows\.jsonl:2: .*missing.*`canonical_solution`",
    ),
    "wrong type of a field": (
        LINE + json.dumps(OTHER | {"full_test_func": 3}).encode() + b"\n",
        r"rows\.jsonl:2: .*`str`, got `int`.*full_test_func",
    ),
    "wrong type of a row": (LINE + b"[1]\n", r"rows\.jsonl:2: the row is a list, not an object"),
    "same id": (LINE + b"\n" + LINE, r"rows\.jsonl:3: .*id 'a'; the first one is at .*rows\.jsonl:1"),
    "empty id": (LINE + json.dumps(ROW | {"id": " "}).encode(), r"rows\.jsonl:2: the id is empty"),
    "truncated last line": (LINE + OTHER_LINE[:40], r"rows\.jsonl:2: not JSON: the last line is truncated"),
    "not JSON": (LINE + b"{nothing}\n", r"rows\.jsonl:2: not JSON"),
    "nested too deeply": (LINE + b"[" * 100_000 + b"]" * 100_000, r"rows\.jsonl:2: the JSON is nested too deeply"),
    "not UTF-8": (LINE + b'{"id": "\xff\xfe"}\n', r"rows\.jsonl:2: not UTF-8: .* at byte 9"),
    "unknown language": (
        LINE + json.dumps(OTHER | {"language": "klingon"}).encode() + b"\n",
        r"rows\.jsonl:2: unknown language 'klingon'",
    ),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rows.jsonl"


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD.keys())
def test_a_bad_row_is_rejected_with_its_location(file: Path, data: bytes, message: str) -> None:
    file.write_bytes(data)
    with pytest.raises(UsageError, match=message):
        read_problems(file, known_languages=True)


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD.keys())
def test_a_bad_row_is_skipped_and_reported(file: Path, data: bytes, message: str) -> None:
    file.write_bytes(data + b"\n" + json.dumps(ROW | {"id": "last"}).encode())
    skipped: list[str] = []
    problems = read_problems(file, lenient=True, known_languages=True, skipped=skipped)
    assert [problem.id for problem in problems] == ["a", "last"]
    assert len(skipped) == 1
    pattern = message.replace("the last line is truncated", "")  # it is no longer the last one
    with pytest.raises(UsageError, match=pattern):
        raise UsageError(skipped[0])


def test_a_bad_first_row_does_not_hide_the_format(file: Path) -> None:
    file.write_bytes(b"{\n[1]\n" + json.dumps({"id": "x"}).encode() + b"\n" + LINE)
    skipped: list[str] = []
    assert [problem.id for problem in read_problems(file, lenient=True, skipped=skipped)] == ["a"]
    assert [line.split(": ")[0].rpartition(":")[2] for line in skipped] == ["1", "2", "3"]


def test_unknown_fields_suggest_the_nearest_format(file: Path) -> None:
    file.write_text(json.dumps({name: value for name, value in ROW.items() if name != "demo_test_func"}))
    with pytest.raises(UsageError, match=r"rows\.jsonl:1: .*autocodebench would also need demo_test_func"):
        read_problems(file)


def test_only_bad_rows(file: Path) -> None:
    file.write_bytes(b"{\n")
    with pytest.raises(UsageError, match=r"contains no problems; 1 rows are invalid: .*rows\.jsonl:1: not JSON"):
        read_problems(file, lenient=True)


def test_an_empty_file(file: Path) -> None:
    file.write_bytes(b"")
    with pytest.raises(UsageError, match="contains no problems"):
        read_problems(file)


def test_null_counts_as_absent(file: Path) -> None:
    file.write_text(json.dumps(ROW | {"difficulty": None, "id": None}))
    assert read_problems(file)[0].id == "python/1"


def test_a_byte_order_mark_is_not_part_of_the_row(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + LINE)
    assert read_problems(file)[0].id == "a"


def test_a_truncated_gzip_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl.gz"
    file.write_bytes(gzip.compress(LINE * 1000)[:-20])
    with pytest.raises(UsageError, match=r"rows\.jsonl\.gz:\d+: .*(truncated|duplicate id)"):
        read_problems(file)
    skipped: list[str] = []
    assert [problem.id for problem in read_problems(file, lenient=True, skipped=skipped)] == ["a"]
    assert "truncated" in skipped[-1]


def test_an_array(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([ROW, OTHER], indent=2))
    assert [problem.id for problem in read_problems(file)] == ["a", "b"]
    (tmp_path / "rows.json.gz").write_bytes(gzip.compress(file.read_bytes()))
    assert [problem.id for problem in read_problems(tmp_path / "rows.json.gz")] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps([ROW, OTHER | {"language": 3}], indent=1), r"rows\.json:10: .*`int`.*language"),
        (json.dumps([ROW, OTHER], indent=1)[:-30], r"rows\.json:10: not JSON: the file is truncated"),
        ("[" * 100_000 + "]" * 100_000, r"rows\.json:1: the JSON is nested too deeply"),
        (json.dumps([ROW, ROW], indent=1), r"rows\.json:10: .*the first one is at .*rows\.json:2"),
        ("[]", "contains no problems"),
    ],
)
def test_a_bad_array_element_is_reported_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rows.json").write_text(text)
    with pytest.raises(UsageError, match=message):
        read_problems(tmp_path / "rows.json")


def test_json_lines_in_a_json_file(tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_bytes(LINE + OTHER_LINE)
    assert len(read_problems(tmp_path / "rows.json")) == 2


def test_a_table(tmp_path: Path) -> None:
    pyarrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([ROW, OTHER, OTHER]), file)
    with pytest.raises(UsageError, match=r"rows\.parquet:3: .*the first one is at .*rows\.parquet:2"):
        read_problems(file)
    assert [problem.id for problem in read_problems(file, lenient=True)] == ["a", "b"]
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(UsageError, match=r"cannot read .*rows\.parquet"):
        read_problems(file)


def test_a_table_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    (tmp_path / "rows.parquet").write_bytes(b"")
    with pytest.raises(UsageError, match="needs pyarrow") as caught:
        read_problems(tmp_path / "rows.parquet")
    assert "benchwright[data]" in caught.value.hint


def test_a_failed_table_write_keeps_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    file.write_text("old")
    odds: tuple[Any, ...] = (3, "\ud800", {})
    for odd in odds:
        with pytest.raises(UsageError, match="cannot write these rows as Parquet"):
            write_parquet([ROW, ROW | {"odd": odd}, ROW | {"odd": "text" if odd == 3 else odd}], file)
    assert [found.read_text() for found in tmp_path.iterdir()] == ["old"]


def test_a_table_without_its_package_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(UsageError, match="needs pyarrow") as caught:
        write_parquet([ROW], tmp_path / "rows.parquet")
    assert caught.value.hint == "pip install 'benchwright[data]'"
    assert not list(tmp_path.iterdir())
