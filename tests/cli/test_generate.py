"""`generate autocodegen` as a user runs it: batches, kills, failing endpoints, incorrect usage."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.models import Message, Request
from tests.cli.command import benchwright, complaint, killed_often
from tests.generate import scripted
from tests.models.endpoint import Handler, drop, endpoint, reply_to, status

FILES = ("problems.jsonl", "autocodebench.jsonl", "README.md", "autocodebench.parquet")
SCRIPTED = "python:tests.generate.scripted:answer"
QUICK = ("--languages", "python", "--oversample", "1", "--samples", "2", "--mutants", "4", "--reruns", "2")


def seeds(folder: Path, count: int) -> Path:
    """Write a file with this many seeds."""
    file = folder / "seeds.jsonl"
    file.write_text(scripted.rows(count))
    return file


def command(
    folder: Path, count: int, *more: str | Path, model: str = "python:tests.generate.scripted:answer"
) -> list[str]:
    """Return the command that generates this many problems in `folder/job`."""
    fixed = ("generate", "autocodegen", seeds(folder, count), "--count", count, "--model", model, *QUICK)
    return [str(part) for part in (*fixed, "--out", folder / "job", *more)]


def document(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the document that --json printed."""
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a generation without interruptions."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = benchwright(*command(folder, 3, "--no-cache"))
    assert done.returncode == 0, done.stderr
    assert "3 problems: " in done.stdout
    return folder / "job"


def same_files(one: Path, other: Path) -> None:
    """Compare all bytes except the names of the models."""
    for name in ("autocodebench.jsonl", "autocodebench.parquet"):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


@pytest.mark.slow
def test_generated_problems_can_be_checked_and_evaluated(made: Path, tmp_path: Path) -> None:
    assert benchwright("check", made / "problems.jsonl").returncode == 0
    assert benchwright("check", made / "autocodebench.jsonl").returncode == 0
    rows = [json.loads(line) for line in (made / "autocodebench.jsonl").read_text().splitlines()]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({**row, "output": row["canonical_solution"]}) + "\n" for row in rows))
    done = benchwright("evaluate", made / "problems.jsonl", "--samples", answers, "--out", tmp_path / "job", "--json")
    assert document(done)["metrics"]["pass_at_k"]["pass@1"]["value"] == 1.0


@pytest.mark.slow
def test_rounds_of_a_batch(made: Path, tmp_path: Path) -> None:
    """Each round writes one file of requests, resumes when the answers are there, and the problems are identical."""
    batch = tmp_path / "job" / "batch"
    done = benchwright(*command(tmp_path, 3, model="batch:any"))
    rounds = []
    while done.returncode == 3:
        requests = [json.loads(line) for line in (batch / "requests.jsonl").read_text().splitlines()]
        rounds.append(Counter(_kind(request) for request in requests))
        (batch / f"answers-{len(rounds)}.jsonl").write_text("".join(map(_batch_line, requests)))
        done = benchwright("generate", "autocodegen", "--out", tmp_path / "job", "--resume")
    assert done.returncode == 0, done.stderr
    assert [sum(each.values()) for each in rounds] == [3, 6, 3, 12]
    assert rounds[3] == {"critic": 3, "solver": 6, "tags": 3}
    assert not (batch / "requests.jsonl").exists()
    same_files(tmp_path / "job", made)


def _kind(request: dict[str, Any]) -> str:
    system = request["body"]["messages"][0]["content"]
    words = {"You review": "critic", "Solve the task": "solver", "into categories": "tags"}
    return next((kind for word, kind in words.items() if word in system), "other")


def _batch_line(request: dict[str, Any]) -> str:
    # Batch requests are for different samples of one question, in the order of the samples.
    body = {"model": "any", "choices": [{"message": {"content": _scripted(request["body"], _sample(request))}}]}
    return json.dumps({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}}) + "\n"


def _sample(request: dict[str, Any]) -> int:
    """Return the sample with this key."""
    body = request["body"]
    messages = tuple(Message(role=each["role"], content=each["content"]) for each in body["messages"])
    for sample in range(5):
        asked = Request(
            messages=messages, sample=sample, temperature=body["temperature"], max_tokens=body["max_tokens"]
        )
        if asked.key == request["custom_id"]:
            return sample
    raise AssertionError(request)


def _scripted(body: dict[str, Any], sample: int) -> str:
    messages = tuple(Message(role=each["role"], content=each["content"]) for each in body["messages"])
    return scripted.answer(Request(messages=messages, sample=sample))


@pytest.mark.slow
def test_a_run_killed_at_any_point_gives_the_same_result(made: Path, tmp_path: Path) -> None:
    """No stored answer is requested again."""
    arguments = command(tmp_path, 3, "--no-cache", "--concurrency", "1", model="python:tests.generate.scripted:counted")
    assert killed_often(arguments, tmp_path / "asked", 3)
    same_files(tmp_path / "job", made)


@pytest.mark.slow
def test_an_endpoint_that_sometimes_fails(made: Path, tmp_path: Path) -> None:
    """Over real HTTP: rate limits, failures, closed connections, truncated answers."""
    with endpoint() as server:
        server.always = _answer
        server.script = [status(429, headers={"retry-after": "0"}), status(500), drop, _cut, _late]
        model = f"openai:any@{server.url}"
        done = benchwright(*command(tmp_path, 3, "--no-cache", "--concurrency", "4", model=model))
        assert done.returncode == 0, done.stderr
        first = len(server.bodies)
        assert first >= 3 * 8 + 4
        same_files(tmp_path / "job", made)
        again = benchwright("generate", "autocodegen", "--out", tmp_path / "job", "--resume")
        assert again.returncode == 0, again.stderr
        assert len(server.bodies) == first, "a finished job asks nothing"


_seen: Counter[str] = Counter()


def _answer(handler: Handler, body: dict[str, Any]) -> None:
    """The server cannot see which sample is requested, so it alternates between both kinds."""
    key = json.dumps(body["messages"])
    with handler.server.lock:
        _seen[key] += 1
        sample = _seen[key] - 1
    handler.reply(200, json.dumps(reply_to(body, content=_scripted(body, sample))).encode())


def _cut(handler: Handler, body: dict[str, Any]) -> None:
    """Send less than the Content-Length."""
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [{"mess')
    handler.close_connection = True


def _late(handler: Handler, body: dict[str, Any]) -> None:
    """Answer with a timeout status."""
    handler.reply(504, msgspec.json.encode({"error": "gateway time-out"}))


def test_the_number_of_requests_is_shown_in_advance(tmp_path: Path) -> None:
    done = benchwright(*command(tmp_path, 3, "--estimate"))
    assert done.returncode == 0, done.stderr
    assert "3 fragments, 3 seeds" in done.stdout
    assert "3 items: python 3" in done.stdout
    assert "about 24 requests if nothing is dropped" in done.stdout
    assert not (tmp_path / "job").exists()


@pytest.mark.slow
def test_prompts_can_be_replaced_by_files(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "tags.jinja").write_text(
        "{% block system %}Sort into categories.{% endblock %}{% block user %}{{ draft.question }}{% endblock %}"
    )
    done = benchwright(*command(tmp_path, 1, "--no-cache", "--prompts", own))
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "job" / "manifest.json").read_text())
    other = json.loads(benchwright_manifest(tmp_path))
    assert manifest["decides"]["prompts"]["tags"] != other["decides"]["prompts"]["tags"]
    assert manifest["decides"]["prompts"]["solve"] == other["decides"]["prompts"]["solve"]


def benchwright_manifest(folder: Path) -> str:
    """Return the manifest of a job with the built-in prompts."""
    other = folder / "other"
    other.mkdir()
    benchwright(*command(other, 1, model="batch:any"))
    return (other / "job" / "manifest.json").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--languages", "klingon"), "unknown language 'klingon'"),
        (("--strictness", "harsh"), "--strictness"),
        (("--prompts", "nowhere"), "nowhere is not a folder"),
        (("--against", "nowhere.jsonl"), "nowhere.jsonl"),
        (("--model", "nobody"), "unknown model 'nobody'"),
        (("--extra-body", "[]"), "--extra-body"),
    ],
)
def test_incorrect_usage_is_one_line_and_writes_nothing(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    assert message in complaint(benchwright(*command(tmp_path, 1), *arguments))[0]
    assert not (tmp_path / "job").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("seeds.jsonl", "--resume"), "SEEDS cannot be used with --resume"),
        (("--resume", "--count", "9"), "--count cannot be used with --resume"),
        (("--replay", "small", "--model", "batch:x"), "--model cannot be used with --replay"),
        (("--replay", "small", "--only", "haskell"), "no items in haskell"),
    ],
)
def test_ignored_options_are_rejected(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    refused = benchwright("generate", "autocodegen", *arguments, "--out", tmp_path / "job")
    assert message in complaint(refused)[0]
    assert not (tmp_path / "job").exists()


def test_a_limited_run_leaves_the_rest_pending(tmp_path: Path) -> None:
    """`small` has eight items, all of which the first step drops."""
    entered = []
    for limit in (("--only", "python", "--limit", "1"), ("--limit", "3"), ()):
        done = benchwright("generate", "autocodegen", "--replay", "small", *limit, "--out", tmp_path / "job", "--json")
        assert done.returncode == 0, done.stderr
        entered.append(next(row["entered"] for row in json.loads(done.stdout)["funnel"] if row["step"] == "solution"))
    assert entered == [1, 3, 8]


def test_invalid_custom_prompts_fail_before_any_request(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "critic.jinja").write_text("{% block user %}{{ nothing }}{% endblock %}")
    refused = complaint(benchwright(*command(tmp_path, 1, "--prompts", own)))
    assert "critic.jinja: 'nothing' is undefined" in refused[0]
    assert not (tmp_path / "job").exists()


@pytest.mark.slow
def test_resuming_respects_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "asked"
    monkeypatch.setenv("SCRIPTED_LOG", str(log))
    limits = ("--no-cache", "--max-tokens-total", "20000", "--max-tokens", "2000")
    stopped = benchwright(*command(tmp_path, 2, *limits, model="python:tests.generate.scripted:counted"))
    assert stopped.returncode == 3, stopped.stderr
    assert "budget" in stopped.stderr
    asked = len(log.read_text().split())
    again = benchwright("generate", "autocodegen", "--out", tmp_path / "job", "--resume", "--no-cache")
    assert again.returncode == 3, again.stderr
    assert "could exceed the budget" in again.stderr
    assert len(log.read_text().split()) == asked
    more = ("--resume", "--no-cache", "--max-tokens-total", "900000")
    assert benchwright("generate", "autocodegen", "--out", tmp_path / "job", *more).returncode == 0


@pytest.mark.slow
def test_a_dropped_item_waits_for_nothing(tmp_path: Path) -> None:
    """Its other requests of the same round are neither awaited nor sent again."""
    batch = tmp_path / "job" / "batch"
    done = benchwright(*command(tmp_path, 1, model="batch:any"))
    number = 0
    while done.returncode == 3 and number < 9:
        number += 1
        requests = [json.loads(line) for line in (batch / "requests.jsonl").read_text().splitlines()]
        # The tests never get an answer; the wrong solutions get an unreadable one, twice.
        readable = [each for each in requests if "writes precise tests" not in each["body"]["messages"][0]["content"]]
        lines = [_line(each, "nothing" if "mistakes that" in _system(each) else None) for each in readable]
        (batch / f"answers-{number}.jsonl").write_text("".join(lines))
        done = benchwright("generate", "autocodegen", "--out", tmp_path / "job", "--resume")
    assert done.returncode == 0, done.stderr
    assert "answer not understood 1" in done.stdout


def _system(request: dict[str, Any]) -> str:
    return str(request["body"]["messages"][0]["content"])


def _line(request: dict[str, Any], text: str | None) -> str:
    if text is None:
        return _batch_line(request)
    body = {"model": "any", "choices": [{"message": {"content": text}}]}
    return json.dumps({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}}) + "\n"


@pytest.mark.slow
def test_invalid_seeds_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    refused = benchwright(
        "generate", "autocodegen", tmp_path / "empty", "--model", "batch:x", "--out", tmp_path / "job"
    )
    assert "yields no seeds" in complaint(refused)[0]
    refused = benchwright("generate", "autocodegen", tmp_path / "none", "--model", "batch:x", "--out", tmp_path / "job")
    assert "none" in complaint(refused)[0]


def test_a_job_of_another_kind_is_not_resumed(tmp_path: Path) -> None:
    assert "is not a job" in complaint(benchwright("generate", "autocodegen", "--out", tmp_path, "--resume"))[0]


def test_the_job_is_listed(made: Path) -> None:
    listed = json.loads(benchwright("jobs", made, "--json").stdout)["jobs"][0]
    assert (listed["kind"], listed["state"], listed["problems"]) == ("generation", "done", 3)
