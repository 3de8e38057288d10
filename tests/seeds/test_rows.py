"""Rows of JSONL and Parquet, and errors for invalid ones."""

from __future__ import annotations

import gzip
import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.seeds import SeedOptions, read_seeds
from tests.seeds.trees import function

GOOD = {"text": function("first"), "language": "Python"}


def _write(file: Path, rows: list[Any]) -> str:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(file)


def test_fields_of_rows_reach_the_origin(tmp_path: Path) -> None:
    row = {
        "content": function("first"),
        "path": "src/a.py",
        "license": ["mit"],
        "repository": "https://user:pw@host.invalid/team/project.git",
        "commit": "abc",
    }
    (seed,) = read_seeds(_write(tmp_path / "rows.jsonl", [row])).seeds
    assert (seed.language, seed.kind) == ("python", "function")
    assert seed.origin.source == "https://host.invalid/team/project"
    assert (seed.origin.path, seed.origin.licence, seed.origin.commit) == ("src/a.py", "MIT", "abc")


def test_a_row_is_used_unchanged(tmp_path: Path) -> None:
    script = "x = read()\ny = x + 1\nprint(x)\nprint(y)\nprint(x + y)\nprint(self.total)\n"
    rows = [{"text": script, "language": "python"}, {"text": "one\ntwo\nthree\nfour\nfive\n", "language": "Brainstorm"}]
    harvest = read_seeds(_write(tmp_path / "rows.jsonl", rows))
    assert {(seed.text, seed.language, seed.kind) for seed in harvest.seeds} == {
        (script, "python", "file"),
        ("one\ntwo\nthree\nfour\nfive\n", "", "file"),
    }
    assert {seed.origin.source for seed in harvest.seeds} == {"rows.jsonl"}
    assert str(tmp_path) not in repr(harvest)


def test_a_row_that_is_too_large_is_cut(tmp_path: Path) -> None:
    text = "\n\n".join(function(f"number_{number}", number) for number in range(30))
    harvest = read_seeds(
        _write(tmp_path / "rows.jsonl", [{"text": text, "language": "py"}]), SeedOptions(near_duplicate=0)
    )
    assert len(harvest.seeds) == 30


def test_other_languages_are_dropped_and_counted(tmp_path: Path) -> None:
    source = _write(tmp_path / "rows.jsonl", [GOOD, {"text": "fn main() {}\n" * 6, "language": "rust"}])
    harvest = read_seeds(source, SeedOptions(languages=("py",)))
    assert [seed.language for seed in harvest.seeds] == ["python"]
    assert harvest.dropped == {"language": 1}


def test_gzip(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl.gz"
    file.write_bytes(gzip.compress((json.dumps(GOOD) + "\n").encode()))
    assert len(read_seeds(str(file)).seeds) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "rows.jsonl:2: not JSON"),
        (b"[1]", "rows.jsonl:2: not an object"),
        (b"{}", "rows.jsonl:2: no `text` or `content`"),
        (b'{"text": null}', "rows.jsonl:2: no `text` or `content`"),
        (b'{"text": 3}', "rows.jsonl:2: `text` is not a string"),
        (b'{"text": "x", "license": 7}', "rows.jsonl:2: `license` is not a string"),
        (b'{"text": "x", "path": ["a"]}', "rows.jsonl:2: `path` is not a string"),
        (b'{"text": "\xff"}', "rows.jsonl:2: not UTF-8"),
    ],
)
def test_faults_name_file_and_line(tmp_path: Path, line: bytes, message: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(json.dumps(GOOD).encode() + b"\n" + line + b"\n")
    with pytest.raises(UsageError, match=message) as raised:
        read_seeds(str(file))
    assert raised.value.hint


def test_a_truncated_gzip(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl.gz"
    file.write_bytes(gzip.compress((json.dumps(GOOD) + "\n").encode() * 50)[:-20])
    with pytest.raises(UsageError, match=r"rows.jsonl.gz:\d+: the file is truncated"):
        read_seeds(str(file))


def test_parquet(tmp_path: Path) -> None:
    pyarrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([GOOD, {"text": "", "language": None}]), file)
    with pytest.raises(UsageError, match=r"rows\.parquet:2: no `text`"):
        read_seeds(str(file))
    parquet.write_table(pyarrow.Table.from_pylist([GOOD]), file)
    assert [seed.text for seed in read_seeds(str(file)).seeds] == [GOOD["text"]]
    file.write_bytes(b"PAR1 no more")
    with pytest.raises(UsageError, match="cannot read"):
        read_seeds(str(file))


def test_missing_sources(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_seeds(str(tmp_path / "nothing"))
    with pytest.raises(UsageError, match="No such file"):
        read_seeds("nothing.jsonl")
