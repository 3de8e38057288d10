"""/submit is shared by two APIs, which are distinguished by the fields of the body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchwright.server.api import Api, Route
from benchwright.server.apis import datasets, tencent
from benchwright.server.call import Call
from benchwright.server.reply import Reply

_FUSION = frozenset({"dataset", "completion"})
_TENCENT = frozenset({"src_uid", "lang"})


def _is_fusion(body: Any) -> bool:
    """Bodies with fields of neither API count as Tencent's, which then reports what is missing."""
    return isinstance(body, Mapping) and bool(_FUSION & body.keys()) and not _TENCENT & body.keys()


async def submit(call: Call) -> Reply:
    """Judge with the API that the fields belong to."""
    handle = datasets.submit_completion if _is_fusion(call.body) else tencent.submit
    return await handle(call)


def failure(error: Exception, call: Call | None) -> Reply:
    """Report the failure in the format of that API."""
    fusion = call is not None and _is_fusion(call.body)
    return datasets.failure(error, call) if fusion else tencent.submit_failure(error, call)


API = Api(
    name="submit",
    routes=(
        Route(
            method="POST",
            path="/submit",
            name="submit",
            summary="Judge a solution against its tests (Tencent), or a completion of a problem (SandboxFusion)",
            handle=submit,
            body=dict[str, Any],
            answers={200: dict[str, Any]},
            examples={
                "tencent": {
                    "src_uid": "1",
                    "lang": "python",
                    "func_code": "def double(n):\n    return 2 * n\n",
                    "main_code": "assert double(2) == 4\n",
                    "request_extensions": {"timeout": "30", "debug": "false"},
                },
                "sandboxfusion": {
                    "dataset": "starter",
                    "id": "python/2adf5be4",
                    "completion": "```python\npass\n```",
                    "config": {},
                },
            },
        ),
    ),
    failure=failure,
)
