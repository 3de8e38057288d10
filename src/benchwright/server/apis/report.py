"""The report at /report/: the pages of `benchwright report`, built on request.

Pages and scripts need no token, as they contain no results; data needs the same token as everything else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from benchwright.errors import BenchwrightError, UsageError
from benchwright.report.site.page import ASSETS, live_html
from benchwright.server.api import Api, Route, Text
from benchwright.server.call import Call, Overloaded, Unauthorized
from benchwright.server.reply import Reply
from benchwright.server.static import HEADERS, MEDIA_TYPES, PLAIN, StaticFile, answer_file, read_files, static_file

_ENDING = ".js"


@cache
def asset_files() -> dict[str, StaticFile]:
    """Return scripts, styles and licences; empty if they are not built."""
    return read_files(ASSETS) if ASSETS.is_dir() else {}


@cache
def _page(script: str) -> StaticFile:
    return static_file(live_html(script), MEDIA_TYPES[".html"])


async def _to_groups(call: Call) -> Reply:
    return Reply(status=307, text="", media_type=PLAIN, headers={**HEADERS, "Location": "/report/"})


async def _groups_page(call: Call) -> Reply:
    return answer_file(_page("groups.js"), call)


async def _to_group(call: Call) -> Reply:
    # The page uses relative URLs. The name comes from the request: unchecked, it could redirect to another site.
    where = f"/report/{call.path['group']}/" if call.path["group"].replace("-", "").isalnum() else "/report/"
    where = where if where.isascii() else "/report/"
    return Reply(status=307, text="", media_type=PLAIN, headers={**HEADERS, "Location": where})


async def _group_page(call: Call) -> Reply:
    return answer_file(_page("explorer.js"), call)


async def _asset(call: Call) -> Reply:
    return answer_file(asset_files().get(call.path["file"]), call)


async def _groups(call: Call) -> Reply:
    return answer_file(await call.service.reports.groups(), call)


async def _data(call: Call) -> Reply:
    return await _data_file(call, _key(call.path["file"]))


async def _part(call: Call) -> Reply:
    return await _data_file(call, f"{call.path['part']}/{_key(call.path['file'])}")


async def _data_file(call: Call, key: str) -> Reply:
    return answer_file(await call.service.reports.data(call.path["group"], key), call)


def _key(file: str) -> str:
    if not file.endswith(_ENDING):
        raise UsageError(f"there is no data file {file!r}", f"data files end in {_ENDING}")
    return file.removesuffix(_ENDING)


def _failure(error: Exception, call: Call | None) -> Reply:
    headers = dict(HEADERS)
    if isinstance(error, Overloaded):
        headers["Retry-After"] = f"{max(1, round(error.retry_after_s))}"
        status = 429 if error.limited else 503
    elif isinstance(error, Unauthorized):
        status = 401
    else:
        status = 404 if isinstance(error, UsageError) else 503
    text = error.sentence if isinstance(error, BenchwrightError) else "the server failed"
    return Reply(status=status, text=f"{text}\n", media_type=PLAIN, headers=headers)


def _route(
    path: str,
    name: str,
    summary: str,
    handle: Callable[[Call], Awaitable[Reply]],
    answers: dict[int, Any],
    *,
    open: bool,
) -> Route:
    return Route(method="GET", path=path, name=name, summary=summary, handle=handle, answers=answers, open=open)


_PAGE = {200: Text(media_type="text/html")}
_MOVED = {307: Text()}
_FILE = {200: Text(media_type="*/*"), 404: Text()}
_DATA = {200: Text(), 401: Text(), 404: Text(), 429: Text(), 503: Text()}

API = Api(
    name="report",
    routes=(
        _route("/report", "report", "Redirect to /report/.", _to_groups, _MOVED, open=True),
        _route("/report/", "report_groups_page", "Page that lists groups of jobs.", _groups_page, _PAGE, open=True),
        _route("/report/assets/{file}", "report_asset", "Asset of that page.", _asset, _FILE, open=True),
        _route("/report/data/groups.js", "report_groups", "Data of the groups.", _groups, _DATA, open=False),
        _route("/report/{group}", "report_group", "Redirect to the report.", _to_group, _MOVED, open=True),
        _route("/report/{group}/", "report_group_page", "Report of a group.", _group_page, _PAGE, open=True),
        _route("/report/{group}/assets/{file}", "report_group_asset", "Asset of the report.", _asset, _FILE, open=True),
        _route("/report/{group}/data/{file}", "report_data", "Data of the report.", _data, _DATA, open=False),
        _route(
            "/report/{group}/data/{part}/{file}",
            "report_part",
            "Data of a model, a problem or a run.",
            _part,
            _DATA,
            open=False,
        ),
    ),
    failure=_failure,
)
