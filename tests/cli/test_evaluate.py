"""`evaluate`, `jobs`, `rejudge`, `verify`, `compare` and `derive`, as a user runs them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.cli.evaluate import _run as run_evaluation
from benchwright.evaluation.run import Source, settings_for
from benchwright.languages import find_language
from benchwright.languages.registry import packages_folder
from benchwright.metrics.outcome import Options
from tests.cli.command import benchwright, complaint
from tests.evaluation.small_benchmark import fenced, problems, right, write_bench, write_rows, wrong

MODEL = """
import os, pathlib
ASKED = pathlib.Path(os.environ["ASKED"])

def answer(prompt):
    number = prompt.split("add_")[1].split("(")[0]
    with ASKED.open("a") as file:
        file.write(number + "\\n")
    body = f"return x + {number}" if int(number) % 2 else "return 0"
    return f"```python\\ndef add_{number}(x):\\n    {body}\\n```"
"""

BOXES = """
import itertools
COUNT = itertools.count()
METHOD = "def area(self, side):\\n        return {}"
FORMS = [METHOD, "return {}", f"class Box:\\n    {METHOD}"]

def answer(prompt):
    assert "the area of a square" in prompt and "signature unchanged" in prompt
    number = next(COUNT)
    return "```python\\n" + FORMS[number % 3].format("side**2" if number % 2 else "0") + "\\n```"
"""


def samples(folder: Path, count: int, right_ones: int, name: str = "samples.jsonl") -> Path:
    """Write answers to this many problems, of which the first ones are right."""
    codes = [right(number) if number <= right_ones else wrong(number) for number in range(1, count + 1)]
    rows = [{"problem": f"made/{number}", "raw": fenced(code)} for number, code in enumerate(codes, 1)]
    return write_rows(folder / name, rows)


def score(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the document that --json printed."""
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_an_answers_file_is_scored_with_one_command(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 4), samples(tmp_path, 4, 3)
    done = score(benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", "--json"))
    assert done["metrics"]["pass_at_k"]["pass@1"]["value"] == 0.75
    assert done["states"] == {"scored": 4}
    rows = [json.loads(line) for line in (tmp_path / "job" / "samples.jsonl").read_text().splitlines()]
    assert [(row["problem"], row["passed"]) for row in rows] == [(f"made/{n}", n <= 3) for n in range(1, 5)]
    assert rows[3]["verdicts"] == {"demo": "passed", "full": "wrong_answer"}


@pytest.mark.slow
def test_the_default_output_is_a_table(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 2), samples(tmp_path, 2, 1)
    done = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    assert done.returncode == 0, done.stderr
    assert "pass@1" in done.stdout
    assert "50.0%" in done.stdout
    listed = benchwright("jobs", tmp_path)
    assert "50.0%" in listed.stdout
    assert "done" in listed.stdout


def test_a_job_without_answers_prints_no_empty_table(tmp_path: Path) -> None:
    listed = benchwright("jobs", tmp_path)
    assert (listed.returncode, listed.stdout, listed.stderr) == (0, "", f"no jobs in {tmp_path}\n")
    asked = benchwright("evaluate", write_bench(tmp_path, 2), "--model", "batch:x", "--out", tmp_path / "job")
    assert asked.returncode == 3
    assert asked.stdout.startswith("2 problems, 2 samples: 2 unanswered\n")


def test_each_run_reports_pending_work(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 3), samples(tmp_path, 3, 2)
    command = ("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    assert benchwright(*command).stderr.startswith("3 samples to run.\n")
    assert benchwright(*command).stderr == "Nothing to do: all 3 samples are judged.\n"


def test_an_incomplete_job_keeps_its_results(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 3), samples(tmp_path, 2, 2)
    command = ("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    assert benchwright(*command).returncode == 3
    assert benchwright(*command).stderr.startswith("3 samples to run; existing results are kept.\n")


def test_an_interrupted_run_says_how_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("benchwright.evaluation.run.evaluate", interrupted)
    known = problems(1)
    source = Source(samples=samples(tmp_path, 1, 1))
    with pytest.raises(KeyboardInterrupt):
        run_evaluation(tmp_path / "job", known, settings_for(known, source), source, Options(), {"sandbox": "local"})
    assert capsys.readouterr().err == "Interrupted. Re-run the same command to resume.\n"


def test_problems_without_an_answer_are_listed(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 3), samples(tmp_path, 2, 2)
    done = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["states"] == {"scored": 2, "unanswered": 1}


def test_a_job_resumes_only_with_the_same_settings(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 1), samples(tmp_path, 1, 1)
    benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    again = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", "--no-canary")
    assert "canary: True → False" in complaint(again)[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "pass --model or --samples"),
        (("--model", "local:smollm2", "--samples", "x"), "--model and --samples cannot be combined"),
        (("--model", "nobody:x"), "nobody"),
        (("--samples", "missing.jsonl"), "missing.jsonl"),
        (("--model", "local:smollm2", "--mode", "song"), "--mode"),
        (("--model", "local:smollm2", "--k", "0"), "--k"),
        (("--model", "local:smollm2", "--turns", "2", "--mode", "completion"), "--turns"),
    ],
)
def test_incorrect_usage_leaves_nothing(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    bench = write_bench(tmp_path, 1)
    done = benchwright("evaluate", bench, "--out", tmp_path / "job", *arguments)
    assert said in complaint(done)[0]
    assert not (tmp_path / "job").exists()


def test_a_bad_answers_file_adds_no_answers(tmp_path: Path) -> None:
    bench = write_bench(tmp_path, 1)
    answers = tmp_path / "samples.jsonl"
    answers.write_text('{"problem": "made/1", "raw": "x"}\n{"problem": "made/1", "ra')
    done = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    assert "samples.jsonl:2:" in complaint(done)[0]


def _evaluate_by_model(tmp_path: Path, bench: Path, *more: str) -> list[str]:
    (tmp_path / "answering.py").write_text(MODEL)
    arguments = ["evaluate", str(bench), "--model", "python:answering:answer", "--out", str(tmp_path / "job"), *more]
    return [sys.executable, "-m", "benchwright", *arguments]


@pytest.mark.slow
def test_a_run_killed_at_any_point_loses_or_repeats_nothing(tmp_path: Path) -> None:
    """Killed repeatedly at random points, the job ends with the same numbers, and no answer is requested again once it
    was given (each kill may lose at most one answer per request under way)."""
    count = 12
    bench = write_bench(tmp_path, count)
    environment = os.environ | {"ASKED": str(tmp_path / "asked"), "BENCHWRIGHT_CACHE": str(tmp_path / "cache")}
    command = _evaluate_by_model(tmp_path, bench, "--concurrency", "1")
    drawn, kills = random.Random(7), 0
    for _ in range(8):
        running = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            running.wait(timeout=drawn.uniform(0.3, 3.0))
        except subprocess.TimeoutExpired:
            os.kill(running.pid, signal.SIGKILL)
            running.wait()
            kills += 1
    done = subprocess.run(
        [*command, "--json"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    found = score(done)
    assert found["states"] == {"scored": count}
    assert found["metrics"]["pass_at_k"]["pass@1"]["value"] == 0.5
    rows = [json.loads(line) for line in (tmp_path / "job" / "samples.jsonl").read_text().splitlines()]
    assert [row["problem"] for row in rows] == list(problems(count))
    asked = (tmp_path / "asked").read_text().split()
    assert len(asked) <= count + kills


@pytest.mark.slow
def test_rejudge_and_verify(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 3), samples(tmp_path, 3, 2)
    first = score(benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", "--json"))
    again = score(benchwright("rejudge", tmp_path / "job", "--json"))
    assert again["changes"] == []
    assert again["score"]["metrics"]["pass_at_k"] == first["metrics"]["pass_at_k"]
    extracted = score(benchwright("rejudge", tmp_path / "job", "--re-extract", "--json"))
    assert extracted["changes"] == []
    verified = score(benchwright("verify", tmp_path / "job", "--count", "2", "--json"))
    assert len(verified["rechecked"]) == 2
    assert verified["disagreements"] == []


@pytest.mark.slow
def test_verify_finds_a_wrong_verdict(tmp_path: Path) -> None:
    """The job claims that a wrong answer passed."""
    bench, answers = write_bench(tmp_path, 1), samples(tmp_path, 1, 0)
    benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    import sqlite3

    with sqlite3.connect(tmp_path / "job" / "job.sqlite") as store:
        ((data,),) = store.execute("SELECT data FROM items WHERE step = 'judge'").fetchall()
        record = json.loads(data)
        record["judgement"]["verdict"] = "passed"
        store.execute("UPDATE items SET data = ? WHERE step = 'judge'", (json.dumps(record).encode(),))
    done = benchwright("verify", tmp_path / "job")
    assert done.returncode == 1
    assert "wrong_answer" in done.stdout
    assert "0 of 1 verdicts are the same" in done.stdout


def test_verify_rejects_changed_problems(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 1), samples(tmp_path, 1, 1)
    benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    import gzip

    kept = tmp_path / "job" / "benchmark.jsonl.gz"
    kept.write_bytes(gzip.compress(gzip.decompress(kept.read_bytes()).replace(b"== 11", b"== 12")))
    assert "fingerprint" in complaint(benchwright("verify", tmp_path / "job"))[0]


@pytest.mark.slow
def test_compare_and_derive_lite(tmp_path: Path) -> None:
    bench = write_bench(tmp_path, 4)
    for name, right_ones in (("a", 3), ("b", 1)):
        answers = samples(tmp_path, 4, right_ones, f"{name}.jsonl")
        benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / name)
    found = score(benchwright("compare", tmp_path / "a", tmp_path / "b", "--json"))
    assert (found["wins"], found["ties"], found["losses"]) == (2, 2, 0)
    results = ("--results", tmp_path / "a", "--results", tmp_path / "b")
    done = benchwright("derive", "lite", bench, *results, "--out", tmp_path / "lite.jsonl")
    assert done.returncode == 0, done.stderr
    assert "wrote 1 of 4 problems to" in done.stderr
    checked = benchwright("check", tmp_path / "lite.jsonl")
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
def test_compare_by_the_authors_of_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two models have each written a test set, and the second model fails the first one's tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), *sys.path)))
    rows = [
        {
            "schema": 1,
            **msgspec.to_builtins(each),
            "tests": {"full": each.tests["full"], "augmented": each.tests["demo"]},
            "lineage": {"tests": {"full": "python:one:answer", "augmented": "python:two:answer"}},
        }
        for each in problems(2).values()
    ]
    bench = write_rows(tmp_path / "bench.jsonl", rows)
    for name, solution in (("one", right), ("two", wrong)):
        codes = "".join(fenced(solution(number)) + "#" for number in (1, 2))
        body = "import re\n\ndef answer(prompt):\n    n = int(re.search(r'add_(\\d+)', prompt)[1])\n"
        (tmp_path / f"{name}.py").write_text(f"{body}    return {codes!r}.split('#')[n - 1]\n")
        options = ("--model", f"python:{name}:answer", "--out", tmp_path / name, "--early-stop")
        done = benchwright("evaluate", bench, *options)
        assert done.returncode == 0, done.stderr
        assert "pass@1 by augmented (python:two:answer)" in done.stdout
    found = score(benchwright("compare", tmp_path / "one", tmp_path / "two", "--json"))["test_authors"]
    assert found["problems"] == 2
    assert [(each["author"], each["model"], each["passed"]["value"]) for each in found["rates"]] == [
        ("python:one:answer", "python:one:answer", 1.0),
        ("python:one:answer", "python:two:answer", 0.0),
        ("python:two:answer", "python:one:answer", 1.0),
        ("python:two:answer", "python:two:answer", 1.0),
    ]
    assert [each["bias"]["value"] for each in found["leads"]] == [1.0, 1.0]
    done = benchwright("compare", tmp_path / "one", tmp_path / "two", tmp_path / "one")
    assert "lead on its own tests" in done.stdout


def test_the_published_setting_for_functions_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """20 different answers, every second one right; pass@1, 2, 5 and 10."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), *sys.path)))
    prefix, suffix = "import math\n\n\nclass Box:\n    def area(self, side):\n", "\n\ndef make():\n    return Box()\n"
    row = {
        "schema": 1,
        "id": "box",
        "language": "python",
        "question": "Functionality: the area of a square.",
        "canonical_solution": f"{prefix}        return side**2\n{suffix}",
        "prefix": prefix,
        "suffix": suffix,
        "entry_point": "Box.area",
        "tests": {"full": "assert make().area(3) == 9\nassert make().area(4) == 16\n"},
    }
    bench = write_rows(tmp_path / "bench.jsonl", [row])
    (tmp_path / "boxes.py").write_text(BOXES)
    options = ("--n", "20", "--k", "1,2,5,10", "--temperature", "0.3", "--top-p", "0.95", "--no-cache")
    job = ("--model", "python:boxes:answer", "--out", tmp_path / "job", "--json")
    found = score(benchwright("evaluate", bench, *job, *options))["metrics"]
    assert {name: round(each["value"], 3) for name, each in found["pass_at_k"].items()} == {
        "pass@1": 0.5,
        "pass@2": 0.763,
        "pass@5": 0.984,
        "pass@10": 1.0,
    }
    assert found["slices"]["target=1-5"]["n"] == 1
    assert found["slices"]["libraries=0"]["value"] == 0.5


@pytest.mark.slow
def test_a_usage_error_leaves_no_job(tmp_path: Path) -> None:
    """The file is fixed and the same command is run again."""
    bench = write_bench(tmp_path, 1)
    answers = tmp_path / "samples.jsonl"
    answers.write_text('{"problem": "made/1", "raw": ')
    complaint(benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job"))
    assert not (tmp_path / "job").exists()
    samples(tmp_path, 1, 1)
    assert benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job").returncode == 0


def test_a_subset_of_the_benchmark_uses_only_its_answers(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 3), samples(tmp_path, 3, 2)
    done = score(
        benchwright("evaluate", bench, "--samples", answers, "--limit", "2", "--out", tmp_path / "job", "--json")
    )
    assert done["states"] == {"scored": 2}
    assert done["settings"]["benchmark"]


def test_an_export_can_be_scored_again(tmp_path: Path) -> None:
    """With turns, samples numbered from 1, and unanswered problems."""
    bench = write_bench(tmp_path, 2)
    rows = [
        {"problem": "made/1", "sample": 1, "turn": 1, "raw": fenced(wrong(1)), "state": "scored"},
        {"problem": "made/1", "sample": 1, "turn": 2, "raw": fenced(right(1)), "state": "scored"},
        {"problem": "made/2", "sample": 0, "turn": 1, "state": "unanswered"},
    ]
    answers = write_rows(tmp_path / "export.jsonl", rows)
    done = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", "--json")
    found = json.loads(done.stdout)
    assert found["states"] == {"scored": 1, "unanswered": 1}
    again = [json.loads(line) for line in (tmp_path / "job" / "samples.jsonl").read_text().splitlines()]
    assert [(row["problem"], row["turn"], row["passed"]) for row in again] == [
        ("made/1", 1, False),
        ("made/1", 2, True),
        ("made/2", 1, None),
    ]


@pytest.mark.parametrize("option", [("-n", "2"), ("--turns", "2"), ("--codet", "1"), ("--max-cost", "1")])
def test_model_options_are_rejected_with_samples(tmp_path: Path, option: tuple[str, str]) -> None:
    bench, answers = write_bench(tmp_path, 1), samples(tmp_path, 1, 1)
    done = benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job", *option)
    assert "needs --model" in complaint(done)[0]


@pytest.mark.slow
def test_rejudge_keeps_the_form_of_the_score(tmp_path: Path) -> None:
    bench = write_bench(tmp_path, 1)
    rows = [{"problem": "made/1", "raw": fenced(code)} for code in (right(1), wrong(1))]
    answers = write_rows(tmp_path / "samples.jsonl", rows)
    benchwright("evaluate", bench, "--samples", answers, "--k", "1,2", "--out", tmp_path / "job")
    again = score(benchwright("rejudge", tmp_path / "job", "--json"))
    assert again["score"]["metrics"]["pass_at_k"]["pass@2"]["value"] == 1.0


@pytest.mark.slow
def test_verify_finds_code_that_differs_from_the_answer(tmp_path: Path) -> None:
    bench, answers = write_bench(tmp_path, 1), samples(tmp_path, 1, 1)
    benchwright("evaluate", bench, "--samples", answers, "--out", tmp_path / "job")
    import sqlite3

    with sqlite3.connect(tmp_path / "job" / "job.sqlite") as store:
        ((data,),) = store.execute("SELECT data FROM items WHERE step = 'answer'").fetchall()
        record = {**json.loads(data), "raw": "I do not know."}
        store.execute("UPDATE items SET data = ? WHERE step = 'answer'", (json.dumps(record).encode(),))
    done = benchwright("verify", tmp_path / "job")
    assert done.returncode == 1
    assert "differs from the answer" in done.stdout


def test_compare_needs_common_problems(tmp_path: Path) -> None:
    for name, problem in (("a", "x"), ("b", "y")):
        write_rows(tmp_path / f"{name}.jsonl", [{"problem": problem, "sample": 0, "verdict": "passed"}])
    done = benchwright("compare", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert "in common" in complaint(done)[0]


def test_packages_are_chosen_by_imports(tmp_path: Path) -> None:
    python = find_language("python")
    if not packages_folder(python, "scientific").is_dir():
        pytest.skip("toolchain missing: the scientific packages of Python")
    tests = "import numpy\nassert mean([1, 2]) == numpy.mean([1, 2])\nassert mean([3]) == 3\n"
    solution = "def mean(values):\n    import numpy as np\n    return float(np.mean(values))\n"
    row = {
        "id": "mean",
        "language": "python",
        "question": "?",
        "canonical_solution": solution,
        "tests": {"full": tests},
    }
    bench = write_rows(tmp_path / "bench.jsonl", [{"schema": 1, **row}])
    answers = write_rows(tmp_path / "answers.jsonl", [{"problem": "mean", "raw": fenced(solution)}])
    command = ("evaluate", bench, "--samples", answers, "--json", "--out")
    assert score(benchwright(*command, tmp_path / "job"))["metrics"]["pass_at_k"]["pass@1"]["value"] == 1.0
    without = benchwright(*command, tmp_path / "other", "--environment", "none")
    assert "numpy is not installed here: benchwright toolchains install python" in without.stdout + without.stderr
    unknown = benchwright(*command, tmp_path / "third", "--environment", "nope")
    assert complaint(unknown)[0] == "error: unknown environment 'nope'"
    changed = benchwright(*command, tmp_path / "job", "--environment", "none")
    assert "environment: nothing → none" in " ".join(complaint(changed))
