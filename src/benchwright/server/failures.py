"""What can go wrong with a request before anything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.errors import BenchwrightError, UsageError

if TYPE_CHECKING:
    pass


class Overloaded(BenchwrightError):
    """There is no room in the queue, or the client has had its share for now."""

    def __init__(self, message: str, retry_after_s: float, *, limited: bool = False) -> None:
        super().__init__(message, f"try again in {retry_after_s:.0f} s")
        self.retry_after_s = retry_after_s
        self.limited = limited
        """Whether it is the client's own limit (429) and not the server's room (503)."""


class InvalidRequest(UsageError):
    """The body, the path or the headers make no sense."""


class TooLarge(InvalidRequest):
    """The body is larger than the service takes: 413 in HTTP."""


class Unauthorized(UsageError):
    """No token, or none that we know: 401 in HTTP."""
