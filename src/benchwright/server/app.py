"""The ASGI application: the routes of every API."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from benchwright.errors import UsageError
from benchwright.server.api import Api
from benchwright.server.apis import find_apis
from benchwright.server.apis.v1.records import Failure
from benchwright.server.endpoint import Endpoint
from benchwright.server.reply import Reply, answer_of
from benchwright.server.service import Service

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response


def build_app(service: Service, apis: Sequence[Api] | None = None) -> Starlette:
    """Build the application. `apis` replaces the APIs that are discovered by default."""
    try:
        from starlette.applications import Starlette
        from starlette.routing import Route
    except ImportError as error:
        raise UsageError("the server's packages are not installed", "pip install 'benchwright[server]'") from error

    routes = [
        Route(route.path, Endpoint(service, api, route), methods=[route.method], name=route.name)
        for api in (find_apis() if apis is None else apis)
        for route in api.routes
    ]
    app = Starlette(routes=routes, exception_handlers={404: _refused, 405: _refused})
    app.router.redirect_slashes = False
    app.state.service = service
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """Answer requests that match no route; paths under /v1 get the failure format of that API."""
    from starlette.responses import Response

    status = getattr(error, "status_code", 500)
    known = {404: f"no such path: {request.url.path}", 405: f"{request.method} is not allowed for this path"}
    message, more = known.get(status, "refused"), getattr(error, "headers", None) or {}
    value: Any = {"error": {"message": message}}
    if f"{request.url.path}/".startswith("/v1/"):
        methods = " or ".join(sorted(more.get("Allow", "").split(", ")))
        hint = f"use {methods}" if methods else "GET /v1/openapi.json lists all paths"
        value = Failure(error=message, hint=hint, status=status)
    answer = answer_of(Reply(status=status, value=value))
    headers = {**answer.headers, **more, "x-request-id": str(uuid.uuid4())}
    return Response(answer.body, status_code=status, headers=headers)
