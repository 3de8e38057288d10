"""Tencent's MultiLanguageSandbox: /splice_code. /submit shares its path with another API, see submit.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchwright.errors import GuaranteeMissing, ToolchainMissing, UsageError
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import TooLarge, Unauthorized
from benchwright.server.foreign.tencent import (
    NotSpliced,
    Outcome,
    Outcomes,
    ResponseExtensions,
    Splice,
    Spliced,
    Submission,
    read,
    spliced,
    submit,
)
from benchwright.server.reply import Reply


async def submit_code(call: Call) -> Reply:
    """Judge a solution against its tests, or run a program."""
    return Reply(value=await submit(call, read(call.body, Submission)))


async def splice_code(call: Call) -> Reply:
    """Join a solution and its tests."""
    body = read(call.body, Splice)
    return Reply(value=Spliced(src_uid=body.src_uid, all_code=await spliced(body)))


def submit_failure(error: Exception, call: Call | None) -> Reply:
    """Fill in every field: clients read them before they check the status."""
    status, outcome = _failed(error)
    uid = _uid(call)
    message = error.sentence if isinstance(error, UsageError) else f"the sandbox failed: {error}"
    value = Outcomes(
        src_uid=uid,
        exec_outcome=outcome,
        exec_runtime_message=message,
        response_extensions=ResponseExtensions(outcome=outcome, src_uid=uid),
    )
    return Reply(value=value, status=status)


def _splice_failure(error: Exception, _: Call | None) -> Reply:
    status, outcome = _failed(error)
    message = error.sentence if isinstance(error, UsageError) else str(error)
    return Reply(value=NotSpliced(splice_outcome=outcome, splice_message=message), status=status)


def _failed(error: Exception) -> tuple[int, Outcome]:
    """A missing toolchain is the server's fault, not the client's."""
    ours = isinstance(error, ToolchainMissing | GuaranteeMissing) or not isinstance(error, UsageError)
    if ours:
        return 500, "INTERNAL_ERROR"
    refused = 401 if isinstance(error, Unauthorized) else 413 if isinstance(error, TooLarge) else 200
    return refused, "ARGUMENT_ERROR"


def _uid(call: Call | None) -> str | int:
    uid = call.body.get("src_uid") if call is not None and isinstance(call.body, Mapping) else None
    return uid if isinstance(uid, str | int) else ""


API = Api(
    name="tencent",
    routes=(
        Route(
            method="POST",
            path="/splice_code",
            name="splice_code",
            summary="Join a solution and its tests",
            handle=splice_code,
            body=dict[str, Any],
            answers={200: Spliced},
            examples={
                "python": {
                    "src_uid": "1",
                    "lang": "python",
                    "func_code": "def double(n):\n    return 2 * n\n",
                    "main_code": "assert double(2) == 4\n",
                }
            },
        ),
    ),
    failure=_splice_failure,
)
