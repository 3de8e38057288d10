"""`show` and `report`, as a user runs them."""

from __future__ import annotations

import csv
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from benchwright.evaluation.sample import ANSWER_STEP
from benchwright.jobs import reopen_job
from benchwright.judging.verdict import Verdict
from benchwright.report.site.problem_page import rerun_command
from tests.cli.command import benchwright, complaint, on_terminal
from tests.evaluation.small_benchmark import fenced, problems, right, row, write_bench, write_rows, wrong
from tests.report.small_jobs import job_of, problem

HOSTILE = "def add_2(x):\n    print('\x1b[31mred\x1b[0m \u202e')\n    note = '" + "x" * 5000 + "'\n    return 0\n"


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two jobs on three problems: `first` has two samples of each, `second` one."""
    folder = tmp_path_factory.mktemp("jobs")
    bench = write_bench(folder, 3)
    answers = {
        "first": [(1, right(1)), (1, wrong(1)), (2, HOSTILE), (2, right(2)), (3, right(3)), (3, right(3))],
        "second": [(1, wrong(1)), (2, wrong(2)), (3, right(3))],
    }
    for name, codes in answers.items():
        rows = [{"problem": f"made/{number}", "raw": fenced(code)} for number, code in codes]
        file = write_rows(folder / f"{name}.jsonl", rows)
        done = benchwright("evaluate", bench, "--samples", file, "--out", folder / name, "--k", "1,2")
        assert done.returncode == 0, done.stderr
    return folder


def show(*arguments: str | Path) -> str:
    done = benchwright("show", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def score(job: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((job / "score.json").read_text())
    return found


@pytest.mark.slow
def test_a_job_is_shown_in_eighty_columns(jobs: Path) -> None:
    shown = on_terminal([sys.executable, "-m", "benchwright", "show", jobs / "first"])
    assert max(map(len, shown.splitlines())) <= 80
    assert "6 scored" in shown
    assert "first.jsonl (samples:" in shown
    assert "66.7%" in shown
    assert "made/2" in shown
    assert "1/2" in shown
    assert "\x1b" not in show(jobs / "first")


def test_json_has_the_numbers_of_the_score(jobs: Path) -> None:
    shown = json.loads(show(jobs / "first", "--json"))
    assert shown["score"] == score(jobs / "first")
    assert [(line["id"], line["passed"], line["scored"]) for line in shown["problems"]] == [
        ("made/1", 1, 2),
        ("made/2", 1, 2),
        ("made/3", 2, 2),
    ]


def test_problems_are_chosen_and_counted(jobs: Path) -> None:
    failed = json.loads(show(jobs / "first", "--verdict", "failed", "--json"))
    assert [line["id"] for line in failed["problems"]] == ["made/2"]
    assert "and 2 more" in show(jobs / "first", "--limit", "1")
    assert "no problem matches" in show(jobs / "first", "--language", "go")


def test_one_problem_says_where_it_failed(jobs: Path) -> None:
    shown = show(jobs / "first", "made/1")
    assert "returns x + 1" in shown
    assert "sample 0, turn 1: passed" in shown
    assert "sample 1, turn 1: wrong_answer" in shown
    assert "> 1 | assert add_1(0) == 1" in shown
    assert "  1 | def add_1(x):" in shown


def test_hostile_answers_are_printable_and_cut(jobs: Path) -> None:
    shown = show(jobs / "first", "made/2", "--sample", "0")
    assert all(line.isprintable() for line in shown.splitlines())
    assert r"\x1b[31mred" in shown
    assert r"\u202e" in shown
    assert "more characters]" in shown
    assert "x" * 5000 not in shown
    assert "x" * 5000 in show(jobs / "first", "made/2", "--sample", "0", "--full")


def test_code_is_printed_unchanged(jobs: Path) -> None:
    assert show(jobs / "first", "made/2", "--sample", "0", "--code").rstrip("\n") == HOSTILE.rstrip("\n")


def test_an_answer_is_rejudged_without_changing_the_job(jobs: Path) -> None:
    before = (jobs / "first" / "job.sqlite").read_bytes()
    done = benchwright("show", jobs / "first", "made/1", "--sample", "1", "--run", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kept"]["verdict"] == found["now"]["verdict"] == "wrong_answer"
    assert (jobs / "first" / "job.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("made",), "matches 3 problems"),
        (("nothing",), "no problem matches 'nothing'"),
        (("--run",), "need a problem"),
        (("made/1", "--sample", "7"), "no such answer"),
        (("--verdict", "lost"), "unknown verdict 'lost'"),
    ],
)
def test_incorrect_usage_of_show(jobs: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in complaint(benchwright("show", jobs / "first", *arguments))[0]


@pytest.fixture(scope="module")
def flawed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A job on a problem without tests and one with a long question, whose answer has no code."""
    folder = tmp_path_factory.mktemp("flawed")
    rows = [row(each) for each in problems(2).values()]
    rows[0] |= {"demo_test_func": "", "full_test_func": ""}
    rows[1]["question"] += " It adds, and adds no more." * 40
    answers = [{"problem": "made/1", "raw": fenced(right(1))}, {"problem": "made/2", "raw": "I cannot help with this."}]
    samples = write_rows(folder / "samples.jsonl", answers)
    bench = write_rows(folder / "bench.jsonl", rows)
    done = benchwright("evaluate", bench, "--samples", samples, "--out", folder / "job")
    assert done.returncode == 0, done.stderr
    return folder / "job"


@pytest.mark.slow
def test_a_defect_is_shown_instead_of_useless_commands(flawed: Path) -> None:
    shown = show(flawed, "made/1")
    assert "nothing to re-judge: the problem has a defect" in shown
    assert "--run" not in shown
    assert "--code" not in shown


@pytest.mark.slow
def test_an_answer_without_code_has_none_to_print(flawed: Path) -> None:
    assert "--code" not in show(flawed, "made/2")
    done = benchwright("show", flawed, "made/2", "--code")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "the answer has no code" in done.stderr


def test_a_question_is_wrapped_and_not_cut(flawed: Path) -> None:
    shown = show(flawed, "made/2")
    assert max(map(len, shown.splitlines()[:30])) <= 80
    assert " ".join(shown.split()).count("It adds, and adds no more.") == 40


def report(jobs: Path, *arguments: str | Path) -> str:
    done = benchwright("report", jobs / "second", jobs / "first", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_tables_have_the_numbers_of_score_and_compare(jobs: Path) -> None:
    tables = json.loads(report(jobs, "--format", "json"))["tables"]
    assert [line["model"] for line in tables["leaderboard"]["rows"]] == ["first", "second"]
    for line in tables["leaderboard"]["rows"]:
        assert line["pass@1"] == score(jobs / line["model"])["metrics"]["pass_at_k"]["pass@1"]
    (pair,) = tables["pairs"]["rows"]
    compared = json.loads(benchwright("compare", jobs / "first", jobs / "second", "--json").stdout)
    assert pair["difference"] == compared["difference"]
    assert pair["mid-p"] == compared["mcnemar"]["p_mid"]


@pytest.mark.slow
def test_csv_is_one_table_or_a_folder(jobs: Path, tmp_path: Path) -> None:
    (first, _) = csv.DictReader(report(jobs, "--format", "csv", "--table", "leaderboard").splitlines())
    assert float(first["pass@1"]) == score(jobs / "first")["metrics"]["pass_at_k"]["pass@1"]["value"]
    refused = benchwright("report", jobs / "first", jobs / "second", "--format", "csv")
    assert "one table" in complaint(refused)[0]
    report(jobs, "--format", "csv", "--out", tmp_path / "tables")
    assert {"leaderboard.csv", "languages.csv", "pairs.csv"} <= {file.name for file in (tmp_path / "tables").iterdir()}


def test_the_folder_of_a_table_is_created(jobs: Path, tmp_path: Path) -> None:
    report(jobs, "--format", "md", "--out", tmp_path / "new" / "tables.md")
    assert (tmp_path / "new" / "tables.md").read_text().startswith("## Leaderboard")


def test_pictures_need_a_folder(jobs: Path) -> None:
    assert "need a folder" in complaint(benchwright("report", jobs / "first", "--format", "svg"))[0]


def test_the_rejudge_command_works_for_ids_that_start_with_a_dash(tmp_path: Path) -> None:
    job = job_of(tmp_path / "job", [problem("--run")], {"--run": [[("x = 1\n", Verdict.PASSED)]]})
    hint = show("--sample", "0", "--", job, "--run").splitlines()[-1]
    assert hint.startswith("re-judge: ")
    words = shlex.split(hint.removeprefix("re-judge: "))
    assert words == shlex.split(rerun_command(job, "--run", 0, 1))
    done = benchwright(*words[1:])
    assert done.returncode == 0, done.stderr
    assert "passed" in done.stdout


def test_a_damaged_row_is_reported_in_one_line(tmp_path: Path) -> None:
    job = job_of(tmp_path / "job", [problem("a")], {"a": [[("x = 1\n", Verdict.PASSED)]]})
    with reopen_job(job) as opened:
        (row,) = opened.store.names(ANSWER_STEP)
        opened.store.put(ANSWER_STEP, row, b"{")
    assert f"item {row!r} is damaged" in complaint(benchwright("show", job))[0]
