"""From a request to its response."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest

from tests.server.probe import API
from tests.server.process import App, in_process, until

HELLO = {"source": "print('hello', input())", "nonce": "n1"}


def over_http(work: Callable[[App], Awaitable[None]], **settings: Any) -> None:
    """Run a coroutine against the application."""

    async def main() -> None:
        async with in_process([API], **settings) as app:
            await work(app)

    asyncio.run(main())


def test_a_program_runs_and_the_result_is_returned() -> None:
    async def work(app: App) -> None:
        answer = await app.client.post("/probe/run", json=HELLO, headers={"x-request-id": "mine-1"})
        assert answer.json() == {"nonce": "n1", "stdout": "hello n1\n", "exit_code": 0}
        assert answer.headers["x-request-id"] == "mine-1"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert not [name for name in answer.headers if name.startswith("access-control")]

    over_http(work)


def test_the_log_has_no_sources_by_default() -> None:
    async def work(app: App) -> None:
        await app.client.post("/probe/run", json=HELLO, headers={"x-request-id": "mine-1"})
        line = json.loads(app.log.getvalue().splitlines()[-1])
        known = ("request", "client", "api", "route", "status")
        assert [line[name] for name in known] == ["mine-1", "127.0.0.1", "probe", "run", 200]
        assert line["wall_ms"] > line["queue_ms"] >= 0
        assert line["bytes_out"] > 0
        assert ("print" in app.log.getvalue()) == app.service.settings.log_sources

    over_http(work)
    over_http(work, log_sources=True)


@pytest.mark.parametrize("given", ["", "a b", "x" * 200, "é"])
def test_an_invalid_request_id_is_replaced(given: str) -> None:
    async def work(app: App) -> None:
        answer = await app.client.get("/probe/state", headers={b"x-request-id": given.encode()})
        assert answer.headers["x-request-id"] == answer.json()["id"] != given
        assert len(answer.json()["id"]) == 36

    over_http(work)


def test_unknown_path_and_wrong_method_are_json() -> None:
    async def work(app: App) -> None:
        unknown = await app.client.get("/nothing")
        assert (unknown.status_code, unknown.json()["error"]["message"]) == (404, "no such path: /nothing")
        wrong = await app.client.get("/probe/run")
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
        assert "GET" in wrong.json()["error"]["message"]

    over_http(work)


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing"])
def test_unknown_paths_below_v1_are_v1_failures(path: str) -> None:
    async def work(app: App) -> None:
        unknown = await app.client.post(path, json=HELLO)
        hint = "GET /v1/openapi.json lists all paths"
        assert (unknown.status_code, unknown.headers["content-type"]) == (404, "application/json")
        assert unknown.json() == {"error": f"no such path: {path}", "hint": hint, "status": 404}

    over_http(work)


def test_wrong_methods_below_v1_are_v1_failures() -> None:
    async def main() -> None:
        async with in_process() as app:
            wrong = await app.client.get("/v1/execute")
            assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
            assert wrong.json() == {"error": "GET is not allowed for this path", "hint": "use POST", "status": 405}
            assert (await app.client.post("/v1/version")).json()["hint"] == "use GET or HEAD"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "array"),
        (b"", "not JSON"),
        (b"{}", "source"),
        (b'{"source": 1}', "$.source"),
        (b'{"source": "", "other": 1}', "other"),
    ],
)
def test_an_invalid_body_is_reported_by_the_api(body: bytes, says: str) -> None:
    async def work(app: App) -> None:
        answer = await app.client.post("/probe/run", content=body)
        assert answer.status_code == 422
        assert says in answer.json()["error"]

    over_http(work)


def test_a_body_too_large_is_rejected_before_it_is_buffered() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield b"x" * 400

    async def work(app: App) -> None:
        assert (await app.client.post("/probe/run", content=b"x" * 1001)).status_code == 413
        assert (await app.client.post("/probe/run", content=pieces())).status_code == 413
        assert (await app.client.post("/probe/run", content=b"x" * 1000)).status_code == 422
        assert app.service.bodies.size_bytes == 0

    over_http(work, max_body_bytes=1000)


def test_strings_count_as_booleans_and_numbers_only_if_lax() -> None:
    async def work(app: App) -> None:
        for flag, seconds in (("true", "30"), ("True", "1.5"), (True, 5), ("1", "2e1")):
            answer = await app.client.post("/probe/lax", json={"flag": flag, "seconds": seconds})
            assert answer.json()["body"] == {"flag": True, "seconds": float(seconds)}
        answer = await app.client.post("/probe/lax", json={"flag": "false", "seconds": 0.5})
        assert answer.json()["body"]["flag"] is False
        assert (await app.client.post("/probe/strict", json={"flag": "true", "seconds": 1})).status_code == 422

    over_http(work)


def test_parameters_of_path_and_query() -> None:
    async def work(app: App) -> None:
        answer = await app.client.get("/probe/echo/a%20b?x=1&y=")
        assert answer.json() == {
            "client": "127.0.0.1",
            "body": None,
            "path": {"id": "a b"},
            "query": {"x": "1", "y": ""},
        }

    over_http(work)


def test_an_unexpected_failure_is_logged_but_not_revealed() -> None:
    async def work(app: App) -> None:
        answer = await app.client.get("/probe/fail")
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "RuntimeError: secret of the server" in app.log.getvalue()
        assert (await app.client.get("/probe/fail?kind=usage")).status_code == 422

    over_http(work)


def test_a_stream_arrives_line_by_line_and_complete() -> None:
    async def work(app: App) -> None:
        answer = await app.client.post("/probe/stream", json={**HELLO, "times": 5})
        lines = [json.loads(line) for line in answer.text.splitlines()]
        assert sorted(line["index"] for line in lines) == [0, 1, 2, 3, 4]
        assert {line["stdout"] for line in lines} == {"hello n1\n"}
        assert app.service.queue.running == app.service.queue.waiting == 0

    over_http(work)


def test_measures_count_requests_and_refusals() -> None:
    async def work(app: App) -> None:
        await app.client.post("/probe/run", json=HELLO)
        await app.client.post("/probe/run", content=b"{")
        text = (await app.client.get("/probe/metrics")).text
        assert 'benchwright_requests_total{api="probe",route="run",status="200"} 1.0' in text
        assert 'benchwright_refused_total{reason="invalid"} 1.0' in text
        assert "benchwright_running 0.0" in text

    over_http(work)


def test_a_full_queue_is_reported_immediately() -> None:
    async def work(app: App) -> None:
        slow = {"source": "import time; time.sleep(30)"}
        tasks = [asyncio.create_task(app.client.post("/probe/run", json=slow)) for _ in range(3)]
        await until(lambda: app.service.queue.waiting == app.service.queue.running == 1)
        refused = await app.client.post("/probe/run", json=HELLO)
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        app.service.end_work()
        answers = await asyncio.gather(*tasks)
        assert {answer.status_code for answer in answers} == {503}
        assert app.service.queue.running == app.service.queue.waiting == 0

    over_http(work, concurrency=1, queue=1)


def test_answers_are_counted_while_they_are_sent() -> None:
    async def work(app: App) -> None:
        most = app.service.unsent.share_bytes
        app.service.unsent.take("127.0.0.1", most - 1000)
        assert (await app.client.get("/probe/large?bytes=1000")).status_code == 200
        refused = await app.client.get("/probe/large?bytes=1001")
        assert (refused.status_code, "retry-after" in refused.headers) == (503, True)
        app.service.unsent.give_back("127.0.0.1", most - 1000)
        assert app.service.unsent.size_bytes == 0

    over_http(work)


def test_a_failed_stream_is_aborted(probe_url: str) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.post(f"{probe_url}/probe/broken")
