"""The review page and its API. The HTML is in this folder; scripts and styles are built from the frontend."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.report.reviewing import (
    CheckResult,
    Review,
    ReviewChange,
    ReviewCheck,
    ReviewList,
    ReviewOverview,
    ReviewProblem,
    ReviewRun,
    RunResult,
    ShownReference,
)
from benchwright.report.site.page import ASSETS
from benchwright.server.api import Api, Route, Text
from benchwright.server.apis.v1.failure import failure
from benchwright.server.apis.v1.records import Failure
from benchwright.server.call import Call
from benchwright.server.reply import Reply
from benchwright.server.review.session import Session
from benchwright.server.static import HEADERS, StaticFile, answer_file, read_files

_NEEDED = ("review.js", "explorer.css")


def require_page() -> None:
    """Raise UsageError if the frontend is not built."""
    for name in _NEEDED:
        if not (ASSETS / name).is_file():
            raise UsageError(f"the review page is not built ({name} is missing)", "run `make frontend`")


@cache
def page_files() -> dict[str, StaticFile]:
    """Return name → file: the index and the built assets; nothing else is served."""
    return read_files(ASSETS) | read_files(Path(__file__).parent)


Handle = Callable[[Call], Awaitable[Reply]]


def review_api(session: Session) -> Api:
    """Build the routes of one session."""

    async def problems(call: Call) -> Reply:
        return _reply(session.list())

    async def problem(call: Call) -> Reply:
        return _reply(session.problem(call.query.get("id", "")))

    async def reference(call: Call) -> Reply:
        return _reply(session.reference(call.query.get("id", "")))

    async def run(call: Call) -> Reply:
        return _reply(await session.run(call, call.body.problem, call.body.code))

    async def check(call: Call) -> Reply:
        return _reply(await session.check(call.sandbox, call.body.problem, call.body.corrections))

    async def save(call: Call) -> Reply:
        return _reply(session.save(call.body))

    async def overview(call: Call) -> Reply:
        return _reply(session.overview())

    return Api(
        name="review",
        routes=(
            *_PAGE,
            _get("problems", "List all problems.", problems, ReviewList),
            _get("problem", "Get one problem without its reference: `?id=`.", problem, ReviewProblem),
            _get("summary", "Summarize all reviews.", overview, ReviewOverview),
            _post(
                "reference",
                "Show the reference, and record that it was shown: `?id=`.",
                reference,
                None,
                ShownReference,
            ),
            _post("run", "Judge a solution.", run, ReviewRun, RunResult),
            _post("check", "Check whether a correction is sound.", check, ReviewCheck, CheckResult),
            _post("save", "Save a review.", save, ReviewChange, Review),
        ),
        failure=_failure,
    )


def _reply(value: object) -> Reply:
    return Reply(value=value, headers=HEADERS)


def _failure(error: Exception, call: Call | None) -> Reply:
    reply = failure(error, call)
    headers: Mapping[str, str] = {**HEADERS, **reply.headers}
    return msgspec.structs.replace(reply, headers=headers)


def _get(name: str, summary: str, handle: Handle, answer: Any) -> Route:
    return _route("GET", name, summary, handle, None, answer)


def _post(name: str, summary: str, handle: Handle, body: Any, answer: Any) -> Route:
    return _route("POST", name, summary, handle, body, answer)


def _route(method: Any, name: str, summary: str, handle: Handle, body: Any, answer: Any) -> Route:
    return Route(
        method=method,
        path=f"/review/{name}",
        name=f"review_{name}",
        summary=summary,
        handle=handle,
        body=body,
        answers={200: answer, 400: Failure},
    )


async def _index(call: Call) -> Reply:
    return answer_file(page_files()["index.html"], call)


async def _asset(call: Call) -> Reply:
    return answer_file(page_files().get(call.path["file"]), call)


_PAGE = (
    Route(
        method="GET",
        path="/",
        name="review_page",
        summary="The review page.",
        handle=_index,
        answers={200: Text(media_type="text/html")},
        open=True,
    ),
    Route(
        method="GET",
        path="/assets/{file}",
        name="review_asset",
        summary="An asset of the page.",
        handle=_asset,
        answers={200: Text(media_type="*/*"), 404: Text()},
        open=True,
    ),
)
