"""The review API, over a real job and a real sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchwright.report.reviewing.store import read_reviews
from tests.report.reviewed import REFERENCE, TESTS, generation_job, problem
from tests.server.review import reviewing

NOTHING: dict[str, Any] = {
    "decision": "open",
    "difficulty": None,
    "clarity": None,
    "test_quality": None,
    "external_help": False,
    "note": "",
    "corrections": {},
    "draft": "",
}


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A generation with two problems."""
    return generation_job(tmp_path / "job", [problem("a/1"), problem("b", "# Twice\n\nWrite it.")])


def asked(job: Path, ask: Callable[[httpx.AsyncClient], Awaitable[None]], reviewer: str = "ada") -> None:
    """Send requests in one session."""

    async def session() -> None:
        async with reviewing(job, reviewer) as client:
            await ask(client)

    asyncio.run(session())


def test_requests_without_the_token_or_from_other_sites_are_rejected(job: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        for headers in (
            {"authorization": ""},
            {"authorization": "Bearer another-token-than-ours"},
            {"origin": "http://evil.example"},
            {"host": "evil.example:8000"},
        ):
            for method, path in (("GET", "/review/problems"), ("POST", "/review/save"), ("POST", "/review/run")):
                answer = await client.request(method, path, headers=headers, json={})
                assert answer.status_code == 401, (headers, path)
        page = await client.get("/", headers={"authorization": ""})
        assert page.status_code == 200
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert (await client.get("/assets/..%2Findex.html")).status_code == 404

    asked(job, ask)
    assert read_reviews(job) == []


def test_problems_come_without_their_reference(job: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        found = (await client.get("/review/problems")).json()
        assert [(item["id"], item["title"], item["decision"]) for item in found["items"]] == [
            ("a/1", "Write double(number).", "open"),
            ("b", "Twice", "open"),
        ]
        answer = await client.get("/review/problem", params={"id": "a/1"})
        assert answer.json()["tests"] == {"full": TESTS}
        assert "number * 2" not in answer.text
        assert (await client.get("/review/problem", params={"id": "nobody"})).status_code == 400

    asked(job, ask)


def test_every_attempt_is_judged_and_stored(job: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        wrong = {"problem": "a/1", "code": "def double(number):\n    return 4\n"}
        result = (await client.post("/review/run", json=wrong)).json()
        assert (result["verdict"], result["failed"]) == ("wrong_answer", "full")
        assert result["sets"]["full"]["place"] == {"part": "tests", "line": 3}
        right = {"problem": "a/1", "code": "def double(number):\n    return number + number\n"}
        result = (await client.post("/review/run", json=right)).json()
        assert result["verdict"] == "passed"
        assert result["sets"]["full"]["canaries"] > 0
        cheat = {"problem": "b", "code": "class Yes:\n    __eq__ = lambda *_: True\ndouble = lambda number: Yes()\n"}
        assert (await client.post("/review/run", json=cheat)).json()["verdict"] == "tampered"
        summary = (await client.get("/review/summary")).json()["summary"]
        assert (summary["tried"], summary["solved"], summary["solved_after"][:2]) == (2, 1, [0, 1])

    asked(job, ask)
    kept = {review.problem: [attempt.verdict for attempt in review.attempts] for review in read_reviews(job)}
    assert kept == {"a/1": ["wrong_answer", "passed"], "b": ["tampered"]}


def test_a_shown_reference_is_remembered(job: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        shown = (await client.post("/review/reference", params={"id": "b"})).json()
        assert (shown["reference"], shown["review"]["shown_after"]) == (REFERENCE, 0)
        result = (await client.post("/review/run", json={"problem": "b", "code": REFERENCE})).json()
        assert result["verdict"] == "passed"
        summary = (await client.get("/review/summary")).json()["summary"]
        assert (summary["tried"], summary["solved"]) == (0, 0)

    asked(job, ask)


def test_reviews_are_stored_per_reviewer(job: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        said = {**NOTHING, "problem": "b", "decision": "accepted", "clarity": 5, "note": "fine"}
        assert (await client.post("/review/save", json=said)).status_code == 200
        for wrong in ({"clarity": 6}, {"corrections": {"tests.other": ""}}, {"problem": "nobody"}, {"decision": "?"}):
            answer = await client.post("/review/save", json={**said, **wrong})
            assert answer.status_code in (400, 422), wrong
        large = {**said, "note": "x" * (9 << 20)}
        assert (await client.post("/review/save", json=large)).status_code == 413

    asked(job, ask)

    async def ask_as_another(client: httpx.AsyncClient) -> None:
        found = (await client.get("/review/problem", params={"id": "b"})).json()["review"]
        assert (found["reviewer"], found["decision"]) == ("bob", "open")
        await client.post("/review/save", json={**NOTHING, "problem": "b", "decision": "rejected"})

    asked(job, ask_as_another, "bob")
    kept = {review.reviewer: (review.decision, review.clarity, review.note) for review in read_reviews(job)}
    assert kept == {"ada": ("accepted", 5, "fine"), "bob": ("rejected", None, "")}


def test_a_correction_is_verified_before_it_is_accepted(job: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        wrong = {"problem": "b", "corrections": {"reference": REFERENCE.replace("2", "3")}}
        result = (await client.post("/review/check", json=wrong)).json()
        assert not result["sound"]
        assert "reference fails" in result["findings"][0]
        better = {"problem": "b", "corrections": {"tests.full": TESTS.replace("10", "2 * 5")}}
        assert (await client.post("/review/check", json=better)).json() == {"sound": True, "findings": []}

    asked(job, ask)
