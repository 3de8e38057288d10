"""benchwright's own API."""

from __future__ import annotations

from typing import Any

from benchwright.client import ServedLanguage
from benchwright.server.api import Api, Lines, Route, Text
from benchwright.server.apis.v1 import about
from benchwright.server.apis.v1.batch import batch
from benchwright.server.apis.v1.execute import execute
from benchwright.server.apis.v1.failure import failure
from benchwright.server.apis.v1.judge import judge
from benchwright.server.apis.v1.records import (
    BATCH_EXAMPLES,
    EXECUTE_EXAMPLES,
    JUDGE_EXAMPLES,
    BatchLine,
    BatchRequest,
    ExecuteAnswer,
    ExecuteRequest,
    Failure,
    Health,
    JudgeAnswer,
    JudgeRequest,
    ProblemAnswer,
    Version,
)
from benchwright.server.call import Call
from benchwright.server.reply import Reply

_WORK_FAILS = dict.fromkeys((400, 401, 413, 422, 429, 503), Failure)
_LOOK_FAILS = dict.fromkeys((401, 429, 503), Failure)


async def _execute(call: Call) -> Reply:
    return Reply(value=await execute(call, call.body))


async def _judge(call: Call) -> Reply:
    return Reply(value=await judge(call, call.body))


async def _batch(call: Call) -> Reply:
    return Reply(stream=batch(call, call.body), media_type=Lines(of=BatchLine).media_type)


def _post(path: str, name: str, summary: str, **more: Any) -> Route:
    more["answers"] = {200: more["answers"], **_WORK_FAILS}
    return Route(method="POST", path=path, name=name, summary=summary, **more)


def _get(path: str, name: str, summary: str, **more: Any) -> Route:
    more["answers"] = {200: more["answers"], **_LOOK_FAILS}
    return Route(method="GET", path=path, name=name, summary=summary, **more)


def _health(path: str, name: str, summary: str, **more: Any) -> Route:
    answers = {200: Health, 503: Health}
    return Route(method="GET", path=path, name=name, summary=summary, answers=answers, open=True, **more)


_METRICS = {"handle": about.metrics, "answers": Text()}

API = Api(
    name="v1",
    failure=failure,
    routes=(
        _post(
            "/v1/execute",
            "execute",
            "Build a program and run it one or more times.",
            handle=_execute,
            body=ExecuteRequest,
            answers=ExecuteAnswer,
            examples=EXECUTE_EXAMPLES,
        ),
        _post(
            "/v1/judge",
            "judge",
            "Judge a solution against a problem, tests or cases.",
            handle=_judge,
            body=JudgeRequest,
            answers=JudgeAnswer | ProblemAnswer,
            examples=JUDGE_EXAMPLES,
        ),
        _post(
            "/v1/batch",
            "batch",
            "Run and judge many items, with one line per item in order of completion.",
            handle=_batch,
            body=BatchRequest,
            answers=Lines(of=BatchLine),
            examples=BATCH_EXAMPLES,
        ),
        _get(
            "/v1/languages",
            "languages",
            "List the languages that this server can run.",
            handle=about.languages,
            answers=list[ServedLanguage],
        ),
        _health("/v1/health/live", "live", "Check whether the server is alive.", handle=about.live),
        _health("/v1/health/ready", "ready", "Check whether the server accepts work.", handle=about.ready),
        _get("/v1/metrics", "metrics", "Metrics in the Prometheus format.", **_METRICS),
        _get("/metrics", "metrics_usual", "The same metrics, at the path that Prometheus expects.", **_METRICS),
        _get("/v1/version", "version", "Name and version of the server.", handle=about.version, answers=Version),
        _get(
            "/v1/openapi.json",
            "description",
            "OpenAPI description of all APIs.",
            handle=about.description,
            answers=dict[str, Any],
        ),
    ),
)
