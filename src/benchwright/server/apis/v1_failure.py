"""How /v1 tells of failures: wrong use, no room, our own. Never a verdict."""

from __future__ import annotations

import math

from msgspec import UNSET

from benchwright.errors import BenchwrightError, CheckerFailed, UsageError
from benchwright.server import failures
from benchwright.server.answers import Failure
from benchwright.server.call import Call
from benchwright.server.plans import ProblemDefect
from benchwright.server.reply import Reply


def failure(error: Exception, call: Call | None) -> Reply:
    """The answer to a request that failed."""
    told = tell(error)
    headers = {"WWW-Authenticate": "Bearer"} if told.status == 401 else {}
    if isinstance(told.retry_after_s, float):
        headers["Retry-After"] = str(max(1, math.ceil(told.retry_after_s)))
    return Reply(value=told, status=told.status, headers=headers)


def tell(error: Exception) -> Failure:
    """What the client is told."""
    known = isinstance(error, BenchwrightError)
    return Failure(
        error=str(error) if known else "the server failed",
        hint=error.hint if isinstance(error, BenchwrightError) else "the server's log says more; try again",
        status=_status(error),
        defect=error.defect if isinstance(error, ProblemDefect) else UNSET,
        retry_after_s=float(error.retry_after_s) if isinstance(error, failures.Overloaded) else UNSET,
    )


def _status(error: Exception) -> int:
    match error:
        case failures.Overloaded():
            return 429 if error.limited else 503
        case failures.Unauthorized():
            return 401
        case failures.TooLarge():
            return 413
        case failures.InvalidRequest() | ProblemDefect() | CheckerFailed():
            return 422
        case UsageError():
            return 400
    return 503
