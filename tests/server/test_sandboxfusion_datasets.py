"""The dataset endpoints as SandboxFusion's clients use them."""

from __future__ import annotations

from typing import Any

from benchwright.problems import read_problems
from benchwright.sandbox.fake import FakeSandbox
from tests.server.foreign import ask, broken
from tests.server.shapes import GRADED, check, check_run_result


def test_benchmarks_are_listed() -> None:
    (names,) = ask("/list_datasets", None, sandbox=FakeSandbox(broken))
    assert set(names.json()) >= {"primer", "starter"}
    ids, some, unknown = ask(
        "/list_ids",
        {"dataset": "starter"},
        {"dataset": "starter", "config": {"language": "golang"}, "offset": 1, "limit": "2"},
        {"dataset": "nowhere"},
        sandbox=FakeSandbox(broken),
    )
    problems = read_problems("starter")
    assert ids.json() == [problem.id for problem in problems]
    assert some.json() == [problem.id for problem in problems if problem.language == "go"][1:3]
    assert unknown.status_code == 422


def test_prompts_are_those_of_an_evaluation() -> None:
    first = read_problems("starter")[0]
    (prompts,) = ask("/get_prompts", {"dataset": "starter", "limit": 2}, sandbox=FakeSandbox(broken))
    one, none = ask(
        "/get_prompt_by_id",
        {"dataset": "starter", "id": first.id},
        {"dataset": "starter", "id": "nothing"},
        sandbox=FakeSandbox(broken),
    )
    assert len(prompts.json()) == 2
    check(one.json(), {"id": str, "prompt": str, "labels": dict})
    assert one.json() == prompts.json()[0]
    assert first.question.strip() in one.json()["prompt"]
    assert one.json()["labels"]["language"] == first.language
    assert none.status_code == 422


def test_a_benchmark_configured_by_the_operator() -> None:
    (names,) = ask("/list_datasets", None, sandbox=FakeSandbox(broken), benchmarks={"mine": "builtin:primer"})
    assert names.json() == ["mine"]


def test_an_unreadable_benchmark_is_a_server_error() -> None:
    """Builds the application directly: the command would refuse to start."""
    settings: dict[str, Any] = {"sandbox": FakeSandbox(broken), "benchmarks": {"mine": "/nonexistent/bench"}}
    (listed,) = ask("/get_prompts", {"dataset": "mine"}, **settings)
    (judged,) = ask("/v1/judge", {"problem": {"dataset": "mine", "id": "1"}, "solution": "1"}, **settings)
    assert listed.status_code >= 500
    assert (judged.status_code, judged.json()["error"]) == (503, "benchmark 'mine' cannot be read")
    assert "nonexistent" not in listed.text + judged.text


def test_completions_are_graded() -> None:
    problem = read_problems("primer")[0]
    right = f"Here it is:\n```python\n{problem.canonical_solution}\n```\n"
    asked = {"dataset": "primer", "id": problem.id, "config": {}}
    good, bad, exits = ask(
        "/submit",
        {**asked, "completion": right},
        {**asked, "completion": "```python\npass\n```"},
        {**asked, "completion": "```python\nimport os\nos._exit(0)\n```"},
    )
    for answer in (good, bad, exits):
        check(answer.json(), GRADED)
        for test in answer.json()["tests"]:
            assert set(test) == {"passed", "exec_info"}
            check_run_result(test["exec_info"])
    assert good.json()["accepted"] is True
    assert good.json()["extracted_code"].strip() == problem.canonical_solution.strip()
    assert good.json()["id"] == problem.id
    assert good.json()["extracted_type"] == "fenced"
    assert [bad.json()["accepted"], exits.json()["accepted"]] == [False, False]


def test_an_internal_failure_gives_no_reward() -> None:
    problem = read_problems("primer")[0]
    asked = {"dataset": "primer", "id": problem.id, "completion": "pass"}
    (failed,) = ask("/submit", asked, sandbox=FakeSandbox(broken))
    assert failed.status_code == 500
    missing, unknown = ask("/submit", {"dataset": "primer"}, {**asked, "id": "x"}, sandbox=FakeSandbox(broken))
    assert [missing.status_code, unknown.status_code] == [422, 422]
