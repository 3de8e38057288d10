"""`export`, as a user runs it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchwright.evaluation.training import verify
from tests.cli.command import benchwright, complaint
from tests.evaluation.small_benchmark import fenced, problem, right, write_bench, write_rows, wrong

MODEL = """
def answer(prompt):
    number = prompt.split("add_")[1].split("(")[0]
    body = f"return x + {number}" if "not right" in prompt else "return 0"
    return f"```python\\ndef add_{number}(x):\\n    {body}\\n```"
"""


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Evaluate two problems, each with a right and a wrong answer."""
    folder = tmp_path_factory.mktemp("export")
    codes = [(number, code(number)) for number in (1, 2) for code in (right, wrong)]
    rows = [{"problem": f"made/{number}", "raw": fenced(code)} for number, code in codes]
    answers = write_rows(folder / "samples.jsonl", rows)
    done = benchwright("evaluate", write_bench(folder, 2), "--samples", answers, "--out", folder / "job")
    assert done.returncode == 0, done.stderr
    return folder / "job"


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "rows"), [("sft", 2), ("pairs", 2), ("rl", 2)])
def test_each_kind_with_one_command(job: Path, tmp_path: Path, kind: str, rows: int) -> None:
    done = benchwright("export", kind, job, "--out", tmp_path / "rows.jsonl")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert f"wrote {rows} rows from 2 problems" in done.stderr
    lines = (tmp_path / "rows.jsonl").read_text().splitlines()
    assert [json.loads(line)["problem"] for line in lines] == ["made/1", "made/2"]
    assert str(job.parent) not in "".join(lines)


def test_the_counts_as_json(job: Path, tmp_path: Path) -> None:
    done = benchwright("export", "sft", job, "--out", tmp_path / "rows.jsonl", "--json")
    assert json.loads(done.stdout) == {
        "kind": "sft",
        "rows": 2,
        "problems": 2,
        "left_out": {"failed": 2},
        "contaminated": {},
    }
    assert "excluded: 2 failed" in done.stderr


def test_packed_rows_are_reproducible(job: Path, tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.gz"):
        assert benchwright("export", "rl", job, "--out", tmp_path / name).returncode == 0
    packed = (tmp_path / "b.jsonl.gz").read_bytes()
    assert packed == (tmp_path / "c.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "a.jsonl").read_bytes()


def test_a_written_row_judges(job: Path, tmp_path: Path) -> None:
    benchwright("export", "rl", job, "--out", tmp_path / "rl.jsonl")
    row = json.loads((tmp_path / "rl.jsonl").read_text().splitlines()[0])
    assert verify(row, fenced(right(1))).passed
    assert not verify(row, fenced(wrong(1))).passed


def test_decontamination_is_reported(job: Path, tmp_path: Path) -> None:
    rows = [{"schema": 1, "id": "x", "language": "python", "question": problem(1).question, "canonical_solution": ""}]
    bench = write_rows(tmp_path / "other.jsonl", rows)
    done = benchwright("export", "sft", job, "--decontaminate", bench, "--out", tmp_path / "rows.jsonl")
    assert "wrote 1 row from 1 problem" in done.stderr
    assert "excluded: 1 also in other.jsonl (question shares words)" in done.stderr


def test_an_empty_result_keeps_the_old_file(job: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    out.write_text("old\n")
    bench = job.parent / "bench.jsonl"
    lines = complaint(benchwright("export", "rl", job, "--decontaminate", bench, "--out", out))
    assert "nothing to export: 2 also in bench.jsonl" in lines[0]
    assert out.read_text() == "old\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.jsonl"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sft", "JOB", "--answers", "song"), "--answers"),
        (("sft", "JOB", "--prefer", "longest"), "--prefer"),
        (("sft", "JOB", "--per-problem", "0"), "--per-problem"),
        (("sft", "JOB", "--prompt", "missing.jinja"), "missing.jinja"),
        (("sft", "JOB", "--decontaminate", "missing.jsonl"), "missing.jsonl"),
        (("sft", "JOB", "--out", "rows.parquet"), "rows.parquet"),
        (("sft", "JOB", "--out", "missing/rows.jsonl"), "missing/rows.jsonl"),
        (("sft", "missing"), "missing"),
        (("sft", "primer"), "no samples"),
        (("pairs", "primer"), "no samples"),
        (("rl",), "JOB"),
    ],
)
def test_incorrect_usage_is_one_line_and_writes_nothing(
    job: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    given = [str(job) if each == "JOB" else each for each in arguments]
    out = [] if "--out" in arguments else ["--out", str(tmp_path / "rows.jsonl")]
    assert said in complaint(benchwright("export", *given, *out))[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_model_with_turns_and_a_custom_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answering.py").write_text(MODEL)
    prompt = tmp_path / "own.jinja"
    prompt.write_text("{% block user %}Dear model, {{ problem.question }}{% endblock %}")
    asked = ("--model", "python:answering:answer", "--turns", "2", "--prompt", prompt)
    done = benchwright("evaluate", write_bench(tmp_path, 1), *asked, "--out", tmp_path / "job")
    assert done.returncode == 0, done.stderr
    out = tmp_path / "rows.jsonl"
    lines = complaint(benchwright("export", "sft", tmp_path / "job", "--out", out))
    assert "a custom prompt" in lines[0]
    assert "--prompt" in lines[1]
    benchwright("export", "sft", tmp_path / "job", "--turns", "--prompt", prompt, "--out", out)
    (row,) = map(json.loads, out.read_text().splitlines())
    assert [message["role"] for message in row["messages"]] == ["user", "assistant", "user", "assistant"]
    assert row["messages"][0]["content"].startswith("Dear model, Write")
    assert "That solution is not right." in row["messages"][2]["content"]
    assert (row["lineage"]["model"], row["lineage"]["turn"]) == ("python:answering:answer", 2)
    assert row["lineage"]["prompt"] == row["lineage"]["asked"] != ""
