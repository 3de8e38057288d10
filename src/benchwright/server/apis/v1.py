"""Our own API."""

from __future__ import annotations

from typing import Any

from benchwright.server.answers import (
    BatchLine,
    ExecuteAnswer,
    Failure,
    Health,
    JudgeAnswer,
    LanguageAnswer,
    ProblemAnswer,
    Version,
)
from benchwright.server.api import Api, Route
from benchwright.server.apis import v1_about, v1_examples
from benchwright.server.apis.v1_batch import batch
from benchwright.server.apis.v1_execute import execute
from benchwright.server.apis.v1_failure import failure
from benchwright.server.apis.v1_judge import judge
from benchwright.server.call import Call
from benchwright.server.media import Lines, Text
from benchwright.server.records import BatchRequest, ExecuteRequest, JudgeRequest
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


_METRICS = {"handle": v1_about.metrics, "answers": Text()}

API = Api(
    name="v1",
    failure=failure,
    routes=(
        _post(
            "/v1/execute",
            "execute",
            "Run a program, once or often over one build.",
            handle=_execute,
            body=ExecuteRequest,
            answers=ExecuteAnswer,
            examples=v1_examples.EXECUTE,
        ),
        _post(
            "/v1/judge",
            "judge",
            "Judge a solution by a problem, by tests or by cases.",
            handle=_judge,
            body=JudgeRequest,
            answers=JudgeAnswer | ProblemAnswer,
            examples=v1_examples.JUDGE,
        ),
        _post(
            "/v1/batch",
            "batch",
            "Many programs and judgements, one line for each in order of completion.",
            handle=_batch,
            body=BatchRequest,
            answers=Lines(of=BatchLine),
            examples=v1_examples.BATCH,
        ),
        _get(
            "/v1/languages",
            "languages",
            "The languages that can be run here.",
            handle=v1_about.languages,
            answers=list[LanguageAnswer],
        ),
        _health("/v1/health/live", "live", "Whether the server lives.", handle=v1_about.live),
        _health("/v1/health/ready", "ready", "Whether the server takes work.", handle=v1_about.ready),
        _get("/v1/metrics", "metrics", "Counters and times for Prometheus.", **_METRICS),
        _get("/metrics", "metrics_usual", "The same, where Prometheus looks for it.", **_METRICS),
        _get("/v1/version", "version", "What this is.", handle=v1_about.version, answers=Version),
        _get(
            "/v1/openapi.json",
            "description",
            "The description of all APIs.",
            handle=v1_about.description,
            answers=dict[str, Any],
        ),
    ),
)
