"""Reasons to refuse a request before anything runs."""

from __future__ import annotations

from benchwright.errors import BenchwrightError, UsageError


class Overloaded(BenchwrightError):
    """The queue is full, or the client has reached its own limit."""

    def __init__(self, message: str, retry_after_s: float, *, limited: bool = False) -> None:
        super().__init__(message, f"retry in {retry_after_s:.0f} s")
        self.retry_after_s = retry_after_s
        self.limited = limited
        """Whether the client's own limit was reached (429), not the server's capacity (503)."""


class InvalidRequest(UsageError):
    """The body, path or headers are invalid."""


class TooLarge(InvalidRequest):
    """The body exceeds the service's size limit (HTTP 413)."""


class Unauthorized(UsageError):
    """The token is missing or unknown (HTTP 401)."""
