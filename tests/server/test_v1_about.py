"""The /v1 routes about the service: languages, health, metrics, version."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import SandboxUnavailable
from benchwright.sandbox import Guarantees, LocalSandbox
from benchwright.server.apis import v1 as api
from tests.sandbox.programs import until
from tests.server import v1
from tests.server.process import in_process
from tests.server.v1 import Asking

asking = v1.asking


@pytest.mark.slow
def test_languages_that_work_on_this_machine(asking: Asking) -> None:
    known = {language["id"]: language for language in asking.get("languages")}
    python = known["python"]
    assert python["toolchain"].startswith("Python 3")
    assert "py" in python["aliases"]
    assert (python["source"], python["builds"], python["tests"]) == ("main.py", False, True)


def test_health_and_version(asking: Asking) -> None:
    assert asking.get("health/live") == {"status": "ok"}
    assert asking.get("health/ready") == {"status": "ok"}
    assert asking.get("version")["name"] == "benchwright"


@pytest.mark.parametrize(
    "counted",
    [
        'benchwright_requests_total{api="v1",route="execute",status="200"}',
        'benchwright_verdicts_total{judged="false",verdict="passed"}',
    ],
)
def test_metrics_count(asking: Asking, counted: str) -> None:
    asking.python("print(1)")
    for path in ("/metrics", "/v1/metrics"):
        assert asking.client.get(path).headers["content-type"].startswith("text/plain; version=0.0.4")
        # A request is counted when its response is sent.
        asyncio.run(until(lambda path=path: counted in asking.client.get(path).text))  # type: ignore[misc]


class _Broken(LocalSandbox):
    async def guarantees(self) -> Guarantees:
        raise SandboxUnavailable("no namespaces", "use another machine")


def test_not_ready_while_draining_or_without_a_launcher() -> None:
    async def ask() -> None:
        async with in_process([api.API]) as app:
            app.service.draining = True
            reply = await app.client.get("/v1/health/ready")
            assert (reply.status_code, reply.json()) == (503, {"status": "draining"})
            assert (await app.client.get("/v1/health/live")).status_code == 200
        async with in_process([api.API], _Broken()) as app:
            reply = await app.client.get("/v1/health/ready")
            assert (reply.status_code, reply.json()["status"]) == (503, "no program can be started: no namespaces")

    asyncio.run(ask())


def test_internal_failures_are_503_and_overload_has_retry_after() -> None:
    from benchwright.server.call import Overloaded, Unauthorized

    full = api.API.failure(Overloaded("full", 2.5), None)
    assert (full.status, full.headers["Retry-After"]) == (503, "3")
    assert api.API.failure(Overloaded("enough", 2.5, limited=True), None).status == 429
    assert api.API.failure(SandboxUnavailable("gone"), None).status == 503
    assert api.API.failure(Unauthorized("who"), None).status == 401
    unknown = api.API.failure(RuntimeError("secret detail"), None)
    assert unknown.status == 503
    assert "secret" not in unknown.value.error
