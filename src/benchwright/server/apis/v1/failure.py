"""How /v1 reports failures: invalid requests, overload, benchwright's own errors. Never as a verdict."""

from __future__ import annotations

import math

from msgspec import UNSET

from benchwright.errors import BenchwrightError, CheckerFailed, UsageError
from benchwright.judging.plan import ProblemDefect
from benchwright.server.apis.v1.records import Failure
from benchwright.server.call import Call, InvalidRequest, Overloaded, TooLarge, Unauthorized
from benchwright.server.reply import Reply


def failure(error: Exception, call: Call | None) -> Reply:
    """Build the response to a failed request."""
    record = failure_record(error)
    headers = {"WWW-Authenticate": "Bearer"} if record.status == 401 else {}
    if isinstance(record.retry_after_s, float):
        headers["Retry-After"] = str(max(1, math.ceil(record.retry_after_s)))
    return Reply(value=record, status=record.status, headers=headers)


def failure_record(error: Exception) -> Failure:
    """Build the record that describes the failure to the client."""
    known = isinstance(error, BenchwrightError)
    return Failure(
        error=str(error) if known else "the server failed",
        hint=error.hint if isinstance(error, BenchwrightError) else "see the server's log, then retry",
        status=_status(error),
        defect=error.defect if isinstance(error, ProblemDefect) else UNSET,
        retry_after_s=float(error.retry_after_s) if isinstance(error, Overloaded) else UNSET,
    )


def _status(error: Exception) -> int:
    match error:
        case Overloaded():
            return 429 if error.limited else 503
        case Unauthorized():
            return 401
        case TooLarge():
            return 413
        case InvalidRequest() | ProblemDefect() | CheckerFailed():
            return 422
        case UsageError():
            return 400
    return 503
