"""Files of samples: every known format is read, every mistake is reported with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.sample import ANSWER_STEP, Sample
from benchwright.evaluation.samples import load_samples
from benchwright.jobs import Store
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import fenced, problems, right, row, write_rows


def load(tmp_path: Path, rows: list[dict[str, Any]], count: int = 2, *, lenient: bool = False) -> list[Sample]:
    """Return the samples that a file of these rows loads into a job."""
    file = write_rows(tmp_path / "samples.jsonl", rows)
    with Store(tmp_path / "job.sqlite") as store:
        load_samples(store, problems(count), file, lenient=lenient)
        return [msgspec.json.decode(item.data, type=Sample) for item in store.items(ANSWER_STEP)]


@pytest.mark.parametrize(
    "fields",
    [
        {"task_id": "made/1", "solution": right(1)},
        {"task_id": "made/1", "completion": right(1)},
        {"problem": "made/1", "raw": fenced(right(1))},
        {"question_id": "made/1", "code_list": [right(1)]},
        {"name": "made/1", "completions": [right(1)]},
        {**row(problems(1)["made/1"]), "output": fenced(right(1))},
        {**row(problems(1)["made/1"]), "output": [fenced(right(1))]},
    ],
    ids=lambda fields: "+".join(sorted(fields))[:40],
)
def test_every_kind_of_row(tmp_path: Path, fields: dict[str, Any]) -> None:
    (sample,) = load(tmp_path, [fields])
    assert (sample.problem, sample.sample, sample.turn) == ("made/1", 0, 1)
    assert sample.code.strip() == right(1).strip()


def test_rows_without_an_id_are_matched_by_content(tmp_path: Path) -> None:
    rows = [{**row(each), "output": fenced("pass\n")} for each in reversed(problems(2).values())]
    for each in rows:
        del each["id"]
    assert [sample.problem for sample in load(tmp_path, rows)] == ["made/1", "made/2"]


def test_several_answers_to_a_problem_are_numbered(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"task_id": "made/1", "solution": text} for text in ("a = 1", "b = 2")]
    rows += [{"task_id": "made/1", "solution": ["c = 3", "d = 4"]}]
    found = load(tmp_path, rows)
    assert [(sample.sample, sample.code) for sample in found] == [
        (0, "a = 1"),
        (1, "b = 2"),
        (2, "c = 3"),
        (3, "d = 4"),
    ]


def test_a_completion_continues_the_prefix(tmp_path: Path) -> None:
    prefix = "def double(x):\n"
    one = Problem(
        id="p",
        language="python",
        question=prefix,
        canonical_solution="",
        prefix=prefix,
        tests={"full": "assert double(2) == 4"},
    )
    file = write_rows(tmp_path / "samples.jsonl", [{"task_id": "p", "completion": "    return 2 * x\n"}])
    with Store(tmp_path / "job.sqlite") as store:
        load_samples(store, {"p": one}, file)
        (item,) = store.items(ANSWER_STEP)
    assert msgspec.json.decode(item.data, type=Sample).code == "def double(x):\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"task_id": "made/9", "solution": "x"}', "no problem made/9"),
        ('{"task_id": "made/1"}', "fields task_id"),
        ('{"task_id": "made/1", "solution": 5}', r"\$\.solution"),
        ('{"task_id": "made/1", "solution": ""}', "empty"),
        ('{"task_id": "made/1", "solution": []}', "empty"),
        ('{"task_id": "made/1", "solution": "x', "not JSON"),
        ('["made/1", "x"]', "not a JSON object"),
        ('{"problem": "made/1", "raw": "x", "sample": 0}', "already in line 1"),
    ],
)
def test_a_bad_row_is_reported_and_nothing_is_written(tmp_path: Path, line: str, said: str) -> None:
    good = json.dumps({"problem": "made/1", "raw": "x = 1", "sample": 0})
    file = tmp_path / "samples.jsonl"
    file.write_text(f"{good}\n{line}\n")
    with Store(tmp_path / "job.sqlite") as store:
        with pytest.raises(UsageError, match=said) as caught:
            load_samples(store, problems(2), file)
        assert f"{file}:2: " in str(caught.value)
        assert caught.value.hint
        assert not list(store.items(ANSWER_STEP))


def test_lenient_skips_and_counts_bad_rows(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"task_id": "made/9", "solution": "x"},
        {"task_id": "made/1", "solution": "x = 1"},
        {"task_id": "made/2"},
    ]
    file = write_rows(tmp_path / "samples.jsonl", rows)
    with Store(tmp_path / "job.sqlite") as store:
        found = load_samples(store, problems(2), file, lenient=True)
    assert found.loaded == 1
    assert [text.partition("samples.jsonl:")[2][:2] for text in found.skipped] == ["1:", "3:"]


def test_lenient_counts_an_empty_answer_as_one_without_code(tmp_path: Path) -> None:
    """If it were skipped, the model would look better than it is."""
    (sample,) = load(tmp_path, [{"task_id": "made/1", "solution": ""}], lenient=True)
    assert sample.flaw == "no code"


def test_a_file_without_samples(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no samples"):
        load(tmp_path, [])


def test_a_job_loads_its_samples_once(tmp_path: Path) -> None:
    file = write_rows(tmp_path / "samples.jsonl", [{"task_id": "made/1", "solution": "x = 1"}])
    with Store(tmp_path / "job.sqlite") as store:
        first = load_samples(store, problems(2), file)
        file.unlink()
        assert load_samples(store, problems(2), file) == first
