"""How a failure goes over the wire, so that a client raises what the server raised."""

from __future__ import annotations

import msgspec

from benchwright import errors
from benchwright.errors import BenchwrightError, SandboxError, UsageError


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """An exception as data."""

    error: str
    """What happened."""
    hint: str = ""
    """What the reader can do about it."""
    kind: str = ""
    """Name of its class; one that nobody knows is taken for what its status says."""


def failure_of(error: BaseException) -> Failure:
    """The exception as data, by the nearest class that a client knows."""
    known = next((base.__name__ for base in type(error).__mro__ if _known(base.__name__)), SandboxError.__name__)
    return Failure(error=str(error), hint=getattr(error, "hint", ""), kind=known)


def error_of(failure: Failure, status: int) -> BenchwrightError:
    """The exception that the data tells of; a wrong use where the status says so, else a failure of the service."""
    found = _known(failure.kind)
    if found is None:
        found = UsageError if 400 <= status < 500 and status != 429 else SandboxError
    return found(failure.error, failure.hint)


def _known(name: str) -> type[BenchwrightError] | None:
    found = getattr(errors, name, None)
    usable = isinstance(found, type) and issubclass(found, UsageError | SandboxError)
    return found if usable else None
