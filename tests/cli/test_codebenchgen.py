"""`generate codebenchgen` as a user runs it: sources, batches, kills, hostile repositories, incorrect usage."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from benchwright.models import Message, Request
from tests.cli.command import benchwright, complaint, killed_often
from tests.generate import scripted_examples as scripted

pytestmark = pytest.mark.slow

SCRIPTED = "python:tests.generate.scripted_examples:answer"
QUICK = ("--samples", "1", "--mutants", "4", "--reruns", "1", "--no-packages")


def project(folder: Path, *numbers: int) -> Path:
    """Write a folder of code with one file per target."""
    code = folder / "project"
    code.mkdir(parents=True)
    for number in numbers:
        (code / f"part_{number}.py").write_text("# SPDX-License-Identifier: MIT\n" + scripted.source(number))
    return code


def command(source: Path, out: Path, *more: str | Path, model: str = SCRIPTED) -> list[str]:
    fixed = ("generate", "codebenchgen", source, "--function", "pick_*", "--model", model, *QUICK)
    return [str(part) for part in (*fixed, "--out", out, *more)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a generation without interruptions."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = benchwright(*command(project(folder, 1, 3, 20), folder / "job", "--no-cache"))
    assert done.returncode == 0, done.stderr
    assert "3 problems: " in done.stdout
    return folder / "job"


def same_problems(one: Path, other: Path) -> None:
    """Compare all bytes except the names of the models."""
    for name in ("exec_csn.jsonl",):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


@pytest.mark.slow
def test_generated_examples_can_be_checked_evaluated_and_analyzed(made: Path, tmp_path: Path) -> None:
    problems = made / "problems.jsonl"
    assert benchwright("check", problems).returncode == 0
    assert benchwright("check", made / "exec_csn.jsonl").returncode == 0
    rows = [json.loads(line) for line in problems.read_text().splitlines()]
    assert {row["lineage"]["seed"]["licence"] for row in rows} == {"MIT"}
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"problem": row["id"], "raw": _answer(row)}) + "\n" for row in rows))
    done = benchwright("evaluate", problems, "--samples", answers, "--out", tmp_path / "job", "--json")
    assert json.loads(done.stdout)["metrics"]["pass_at_k"]["pass@1"]["value"] == 1.0
    assert benchwright("analyze", problems, "--json").returncode == 0


def _answer(row: dict[str, Any]) -> str:
    """Return only the function, as a model answers."""
    code = row["canonical_solution"]
    start = code.index(f"def {row['entry_point']}(")
    return f"```python\n{code[start : code.index('return result') + 13]}\n```\n"


def _told(done: subprocess.CompletedProcess[str]) -> str:
    return " ".join(complaint(done))


@pytest.mark.slow
def test_a_function_is_selected_by_its_path(tmp_path: Path) -> None:
    source = project(tmp_path, 1, 20)
    done = benchwright(*command(source, tmp_path / "job", "--estimate"))
    assert "2 items: python 2" in done.stdout
    one = [
        part if part != "pick_*" else "part_1.py::pick_1" for part in command(source, tmp_path / "job", "--estimate")
    ]
    assert "1 items: python 1" in benchwright(*one).stdout
    wrong = [part if part != "pick_*" else "part_1.py::pick_2" for part in command(source, tmp_path / "job")]
    assert "pick_1" in _told(benchwright(*wrong))
    assert not (tmp_path / "job").exists()


@pytest.mark.slow
def test_rows_of_the_original_tool_are_a_source(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"context": scripted.source(20), "func_name": "pick_20", "idx": 7}) + "\n")
    done = benchwright(*command(rows, tmp_path / "job"))
    assert done.returncode == 0, done.stderr
    assert "1 problem: " in done.stdout


@pytest.mark.slow
def test_rounds_of_a_batch(made: Path, tmp_path: Path) -> None:
    """Each round writes the requests of both authors, and the examples are identical."""
    job = tmp_path / "job"
    source = project(tmp_path, 1, 3, 20)
    arguments = command(source, job, "--test-model", "batch:other", model="batch:any")
    done = benchwright(*arguments)
    rounds: list[dict[str, int]] = []
    while done.returncode == 3:
        counts: dict[str, int] = {}
        for folder in ("batch", "batch-2"):
            file = job / folder / "requests.jsonl"
            requests = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
            answered = (job / folder).glob("answers-*.jsonl")
            known = {json.loads(line)["custom_id"] for each in answered for line in each.read_text().splitlines()}
            requests = [each for each in requests if each["custom_id"] not in known]
            counts[folder] = len(requests)
            if requests:
                lines = "".join(map(_batch_line, requests))
                (job / folder / f"answers-{len(rounds)}.jsonl").write_text(lines)
        rounds.append(counts)
        assert len(rounds) < 9
        done = benchwright("generate", "codebenchgen", "--out", job, "--resume")
    assert done.returncode == 0, done.stderr
    assert [each["batch"] for each in rounds][:2] == [3, 3]
    assert sum(each["batch-2"] for each in rounds) == 3
    same_problems(job, made)
    rows = [json.loads(line) for line in (job / "problems.jsonl").read_text().splitlines()]
    assert rows[0]["lineage"]["tests"] == {"full": "any", "augmented": "other"}


def _batch_line(request: dict[str, Any]) -> str:
    body = request["body"]
    messages = tuple(Message(role=each["role"], content=each["content"]) for each in body["messages"])
    text = scripted.answer(Request(messages=messages))
    answered = {"model": body["model"], "choices": [{"message": {"content": text}}]}
    return json.dumps({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": answered}}) + "\n"


@pytest.mark.slow
def test_a_run_killed_at_any_point_gives_the_same_result(made: Path, tmp_path: Path) -> None:
    """No stored answer is requested again."""
    model = "python:tests.generate.scripted_examples:counted"
    arguments = command(project(tmp_path, 1, 3, 20), tmp_path / "job", "--no-cache", "--concurrency", "1", model=model)
    assert killed_often(arguments, tmp_path / "asked", 7)
    same_problems(tmp_path / "job", made)


@pytest.mark.slow
def test_a_hostile_repository_is_harmless(tmp_path: Path) -> None:
    """Nothing in it is run or followed; usable parts are used."""
    source = project(tmp_path, 20)
    outside = tmp_path / "outside.py"
    outside.write_text(scripted.source(21))
    (source / "link.py").symlink_to(outside)
    (source / "loop").symlink_to(source)
    (source / "setup.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').write('x')\n" + scripted.source(22))
    (source / "conftest.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').write('x')\n")
    (source / "binary.py").write_bytes(b"\x00\x01" * 500)
    (source / "latin.py").write_bytes("def pick_23(a):\n    return 'é'\n".encode("latin-1"))
    (source / "deep.py").write_text("x = " + "(" * 20000 + ")" * 20000 + "\n")
    (source / "huge.py").write_text(scripted.source(24) + "# " + "x" * 4_000_000 + "\n")
    (source / "secret.py").write_text(scripted.source(25) + 'TOKEN = "ghp_' + "aB3" * 12 + '"\n')
    done = benchwright(*command(source, tmp_path / "job"))
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "job" / "problems.jsonl").read_text().splitlines()]
    names = {row["entry_point"] for row in rows}
    assert "pick_20" in names
    assert names <= {"pick_20", "pick_22"}
    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{source}",), "--out is missing"),
        (("--out", "{job}"), "SOURCE is missing"),
        (("{source}", "--out", "{job}"), "--model is missing"),
        (("nowhere", "--model", SCRIPTED, "--out", "{job}"), "nowhere"),
        (("{source}", "--model", SCRIPTED, "--out", "{job}", "--strictness", "odd"), "--strictness"),
        (("{source}", "--model", SCRIPTED, "--out", "{job}", "--languages", "klingon"), "klingon"),
        (("{source}", "--model", SCRIPTED, "--out", "{job}", "--min-lines", "60"), "yields no seeds: size"),
        (("--replay", "nothing", "--out", "{job}"), "unknown recording 'nothing' of codebenchgen"),
        (("--replay", "starter", "--out", "{job}"), "unknown recording 'starter' of codebenchgen"),
        (("--resume", "--rounds", "1", "--out", "{job}"), "--rounds cannot be used with --resume"),
    ],
)
def test_incorrect_usage_is_one_line(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    source = project(tmp_path, 1)
    filled = [part.format(source=source, job=tmp_path / "job") for part in arguments]
    done = benchwright("generate", "codebenchgen", *filled)
    assert done.returncode == 2
    assert said in _told(done)
    assert not (tmp_path / "job").exists()


def test_a_job_is_resumed_by_the_method_that_started_it(made: Path) -> None:
    done = benchwright("generate", "autocodegen", "--out", made, "--resume")
    assert done.returncode == 2
    assert "was started by codebenchgen" in _told(done)
