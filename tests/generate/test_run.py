"""Whole generations in the real sandbox, with a scripted model: what is made, what is dropped, what is retried."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.generate.autocodegen.run import ROLES, generate
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.finish import Finished
from benchwright.generate.funnel import Row
from benchwright.judging.similarity import KnownBenchmarks
from benchwright.models import Message, ModelOptions, Request
from benchwright.problems import Problem, read_problems
from tests.generate import scripted
from tests.models.endpoint import Handler, endpoint, reply_to

SETTINGS = Settings(languages=("python",), count=10, oversample=1.0, samples=2, similar_above=0.99, mutants=6)
FILES = ("problems.jsonl", "autocodebench.jsonl", "README.md", "autocodebench.parquet")


def run(
    folder: Path, function: str = "answer", seeds: int = 2, settings: Settings = SETTINGS, **options: Any
) -> Finished:
    references, only = options.pop("references", None), options.pop("only", ())
    specs = dict.fromkeys(ROLES, f"python:tests.generate.scripted:{function}")
    work = generate(
        folder,
        scripted.harvest(seeds),
        settings,
        specs,
        ModelOptions(cache=False, **options),
        references=references,
        only=only,
    )
    return asyncio.run(work)


def row(finished: Finished, step: str) -> Row:
    return next(each for each in finished.funnel if each.step == step)


def problems(folder: Path) -> list[Problem]:
    return read_problems(folder / "problems.jsonl")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Finished]:
    folder = tmp_path_factory.mktemp("generation") / "job"
    return folder, run(folder, seeds=3)


def test_a_problem_page_has_every_field(made: tuple[Path, Finished]) -> None:
    folder, finished = made
    assert finished.problems == 3
    problem = problems(folder)[0]
    assert problem.id == "python/00000001"
    assert problem.canonical_solution == scripted.solution(1)
    assert problem.tests == {
        "demo": scripted.checks(1, scripted.CASES[:2]),
        "full": scripted.checks(1, scripted.CASES),
    }
    assert problem.question == scripted.question(1)
    assert problem.difficulty == "medium"
    assert problem.tags == ("Algorithms & Problem Solving", "lists")
    assert problem.wrong_solutions == (
        scripted.solution(1).replace("<=", "<"),
        scripted.solution(1).replace("[]", "[0]"),
    )


def test_the_lineage_lists_every_request(made: tuple[Path, Finished]) -> None:
    lineage = problems(made[0])[0].lineage
    assert lineage["seed"]["licence"] == "MIT"
    assert lineage["seed"]["path"] == "1.py"
    assert set(lineage["asked"]) == {"solution", "tests", "bugs", "question", "critic", "difficulty", "tags"}
    asked = lineage["asked"]["question"][0]
    assert asked["model"] == "python:tests.generate.scripted:answer"
    assert len(asked["key"]) == 64


def test_evidence_lists_what_was_verified(made: tuple[Path, Finished]) -> None:
    evidence = problems(made[0])[0].evidence
    assert evidence["reruns"] == 3
    assert evidence["refused"] == ["empty solution", "stub"]
    assert evidence["mutation"]["killed"] >= 3
    assert evidence["mutation"]["proposed"] == 2
    assert evidence["coverage"]["lines"] == evidence["coverage"]["covered"]
    assert evidence["solving"] == {"samples": 2, "passed": 1, "verdicts": ["wrong_answer", "passed"], "disputed": ""}
    assert evidence["review"] == {"violations": {}}
    assert evidence["flags"] == []


@pytest.mark.slow
def test_the_same_answers_make_the_same_files(made: tuple[Path, Finished], tmp_path: Path) -> None:
    run(tmp_path / "job", seeds=3)
    for name in FILES:
        assert (tmp_path / "job" / name).read_bytes() == (made[0] / name).read_bytes(), name


def test_the_funnel_adds_up(made: tuple[Path, Finished]) -> None:
    folder, finished = made
    rows = [each for each in finished.funnel if each.entered]
    for before, after in itertools.pairwise(rows):
        assert before.left == before.entered - sum(before.reasons.values())
        assert after.entered == before.left
    kept = msgspec.json.decode((folder / "funnel.json").read_bytes(), type=tuple[Row, ...])
    assert kept == finished.funnel


def test_a_bad_answer_is_repaired_once_then_dropped(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "clumsy", seeds=3)
    assert finished.problems == 2
    solution = row(finished, "solution")
    assert solution.reasons == {"answer not understood": 1}
    assert solution.repairs == 2
    assert row(finished, "tests").repairs == 1


def test_unstable_outputs_are_dropped(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "fickle")
    assert row(finished, "outputs").reasons == {"unstable output": 2}


@pytest.mark.parametrize(
    ("function", "step", "reason"),
    [
        ("crashing", "outputs", "inputs fail"),
        ("silent", "outputs", "nothing printed"),
        ("endless", "outputs", "output too large"),
        ("wrong_tests", "verify", "reference fails"),
        ("no_checks", "verify", "nothing can fail"),
        ("forgiving", "verify", "stub passes"),
        ("flaky", "verify", "flaky"),
        ("easy", "difficulty", "too easy"),
        ("strict_critic", "critic", "critic"),
    ],
)
def test_unsound_problems_are_dropped_with_the_reason(function: str, step: str, reason: str, tmp_path: Path) -> None:
    finished = run(tmp_path / "job", function, seeds=1)
    assert row(finished, step).reasons == {reason: 1}
    assert finished.problems == 0
    assert not (tmp_path / "job" / "problems.jsonl").exists()


def test_strictness_decides_between_dropping_and_flagging(tmp_path: Path) -> None:
    lenient = msgspec.structs.replace(SETTINGS, strictness="lenient")
    run(tmp_path / "job", "strict_critic", seeds=1, settings=lenient)
    problem = problems(tmp_path / "job")[0]
    assert problem.evidence["flags"] == [{"rule": "critic", "detail": "target: it tests nothing that is asked"}]


def test_agreeing_wrong_answers_dispute_the_tests(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "disputing", seeds=1)
    assert row(finished, "difficulty").reasons == {"disputed": 1}


def test_disagreeing_wrong_answers_dispute_nothing(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "failing", seeds=1)
    assert row(finished, "difficulty").reasons == {}
    problem = problems(tmp_path / "job")[0]
    assert problem.difficulty == "hard"
    assert [flag["rule"] for flag in problem.evidence["flags"]] == ["unsolved"]


def test_a_failed_strengthening_keeps_the_problem(tmp_path: Path) -> None:
    run(tmp_path / "job", "weak_and_clumsy", seeds=1, settings=msgspec.structs.replace(SETTINGS, drop_solved=False))
    problem = problems(tmp_path / "job")[0]
    assert not problem.evidence["strengthened"]
    rules = [flag["rule"] for flag in problem.evidence["flags"]]
    assert rules == ["not strengthened", "weak tests", "low coverage"]


def test_a_question_that_stays_wrong_is_dropped_with_the_reason(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "nameless", seeds=1)
    assert row(finished, "question").reasons == {"question names": 1}


def test_lone_surrogates_in_answers_are_harmless(tmp_path: Path) -> None:
    run(tmp_path / "job", "half_characters", seeds=1)
    assert problems(tmp_path / "job")[0].tags[-1] == "\ufffd"


def test_languages_without_items_are_rejected(made: tuple[Path, Finished]) -> None:
    with pytest.raises(UsageError, match="no items in go"):
        run(made[0], seeds=3, only=("go",))
    assert len(problems(made[0])) == 3


def test_a_job_is_a_benchmark(made: tuple[Path, Finished]) -> None:
    assert [problem.id for problem in read_problems(made[0])] == [problem.id for problem in problems(made[0])]


def test_weak_tests_are_sent_back_once(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "weak", seeds=1)
    problem = problems(tmp_path / "job")[0]
    assert problem.evidence["strengthened"]
    assert problem.tests["full"] == scripted.checks(1, scripted.CASES)
    assert row(finished, "strengthen").flags == {}
    asked = [each["prompt"] for each in problem.lineage["asked"]["strengthen"]]
    assert asked == ["full_tests", "inputs"]


def test_a_proposed_bug_that_passes_is_not_a_wrong_solution(tmp_path: Path) -> None:
    run(tmp_path / "job", "harmless", seeds=1)
    problem = problems(tmp_path / "job")[0]
    assert not any("as before" in each for each in problem.wrong_solutions)
    assert "proposed mistake 1" in problem.evidence["mutation"]["survivors"]


def test_answered_requests_are_not_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Including those of a step that did not finish."""
    log = tmp_path / "asked"
    monkeypatch.setenv("SCRIPTED_LOG", str(log))
    assert run(tmp_path / "job", "halting", seeds=1, concurrency=1, retries=0).failed == 1
    assert run(tmp_path / "job", "halting", seeds=1, concurrency=1, retries=0).problems == 1
    keys = log.read_text().split()
    assert len(keys) == len(set(keys)) + 1


def test_known_problems_are_dropped(tmp_path: Path) -> None:
    known = Problem(id="known/1", language="python", question=scripted.question(1), canonical_solution="")
    finished = run(tmp_path / "job", seeds=1, references=KnownBenchmarks([known], "known"))
    assert row(finished, "contamination").reasons == {"contaminated": 1}


@pytest.mark.slow
def test_duplicates_are_dropped(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", seeds=2, settings=msgspec.structs.replace(SETTINGS, similar_above=0.5))
    assert row(finished, "duplicates").reasons == {"near duplicate": 1}
    assert finished.problems == 1


@pytest.mark.slow
def test_no_more_seeds_than_requested_are_used(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(SETTINGS, count=1, oversample=2.0)
    finished = run(tmp_path / "job", seeds=2, settings=settings)
    assert row(finished, "selection").reasons == {"not needed": 1}
    assert len(problems(tmp_path / "job")) == 1


@pytest.mark.slow
def test_a_spent_budget_stops_requests_until_it_is_raised(tmp_path: Path) -> None:
    finished = run(tmp_path / "job", "counted_tokens", seeds=2, max_tokens_total=20_000)
    assert finished.failed
    assert "budget" in finished.why_failed
    finished = run(tmp_path / "job", "counted_tokens", seeds=2)
    assert finished.failed == 0
    assert finished.problems == 2


def test_other_settings_are_another_job(made: tuple[Path, Finished]) -> None:
    with pytest.raises(UsageError, match="started with other settings"):
        run(made[0], seeds=3, settings=msgspec.structs.replace(SETTINGS, samples=3))


@pytest.mark.slow
def test_problems_are_sound_for_any_user(made: tuple[Path, Finished]) -> None:
    from benchwright.judging.check import check_problem
    from benchwright.sandbox import LocalSandbox

    async def check() -> None:
        async with LocalSandbox() as sandbox:
            for problem in problems(made[0]):
                checked = await check_problem(sandbox, problem)
                assert checked.sound, checked

    asyncio.run(check())


def test_autocodebench_rows_match_the_original_format(made: tuple[Path, Finished]) -> None:
    rows = [json.loads(line) for line in (made[0] / "autocodebench.jsonl").read_text().splitlines()]
    wanted = {"question", "canonical_solution", "demo_test_func", "full_test_func", "language", "difficulty"}
    assert all(wanted <= set(each) for each in rows)


@pytest.mark.slow
def test_an_endpoint_that_sometimes_times_out(made: tuple[Path, Finished], tmp_path: Path) -> None:
    """Requests that are never answered time out, are sent again, and change nothing."""
    over = threading.Event()

    def silent(handler: Handler, body: dict[str, Any]) -> None:
        over.wait(timeout=60)
        handler.close_connection = True

    def answer(handler: Handler, body: dict[str, Any]) -> None:
        messages = tuple(Message(role=each["role"], content=each["content"]) for each in body["messages"])
        request = Request(messages=messages, sample=int(body.get("seed", 0)))
        handler.reply(200, json.dumps(reply_to(body, content=scripted.easy(request))).encode())

    settings = msgspec.structs.replace(SETTINGS, samples=1, drop_solved=False)
    with endpoint() as server:
        server.always, server.script = answer, [silent, answer, silent]
        specs = dict.fromkeys(ROLES, f"openai:any@{server.url}")
        options = ModelOptions(cache=False, timeout_s=2, backoff_s=0.01)
        try:
            finished = asyncio.run(generate(tmp_path / "job", scripted.harvest(1), settings, specs, options))
        finally:
            over.set()
        assert len(server.bodies) == 7 + 2
    assert finished.problems == 1
    assert problems(tmp_path / "job")[0].tests == problems(made[0])[0].tests
