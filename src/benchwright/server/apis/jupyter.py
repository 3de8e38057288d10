"""SandboxFusion's notebook endpoint: /run_jupyter."""

from __future__ import annotations

from benchwright.errors import UsageError
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import Overloaded, TooLarge, Unauthorized
from benchwright.server.notebook import JupyterResult, RunJupyter, run_notebook
from benchwright.server.reply import Reply


async def run(call: Call) -> Reply:
    """Run the cells of a notebook in a fresh kernel."""
    return Reply(value=await run_notebook(call.sandbox, call.body, call.service.settings))


def failure(error: Exception, _: Call | None) -> Reply:
    """Respond with 422 if retrying is pointless and 504 on overload, the only status on which clients retry. The
    service's own failures are a SandboxError result."""
    sentence = getattr(error, "sentence", str(error))
    if isinstance(error, Overloaded):
        return Reply(value={"detail": sentence}, status=504)
    if isinstance(error, Unauthorized | TooLarge):
        return Reply(value={"detail": sentence}, status=401 if isinstance(error, Unauthorized) else 413)
    if isinstance(error, UsageError):
        return Reply(value={"detail": [{"loc": ["body"], "msg": sentence, "type": "value_error"}]}, status=422)
    return Reply(value=JupyterResult(status="SandboxError", message=sentence))


API = Api(
    name="jupyter",
    routes=(
        Route(
            method="POST",
            path="/run_jupyter",
            name="run_jupyter",
            summary="Run the cells of a notebook in one kernel",
            handle=run,
            body=RunJupyter,
            lax=True,
            answers={200: JupyterResult},
            examples={"two cells": {"cells": ["a = 6", "a * 7"], "total_timeout": 20}},
        ),
    ),
    failure=failure,
)
