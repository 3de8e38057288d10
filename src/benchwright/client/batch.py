"""Many programs in one request, and their results as lines that come back as they are ready."""

from __future__ import annotations

import msgspec

from benchwright.errors import BenchwrightError
from benchwright.sandbox.failure import Failure, error_of
from benchwright.sandbox.protocol import Execution, Program

BATCH_PATH = "/v1/sandbox/batch"


class BatchBody(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent."""

    programs: tuple[Program, ...]
    """All of them."""


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one of them."""

    index: int
    """Its place in the batch, from 0."""
    execution: Execution | None = None
    """What happened; null where it could not be run."""
    failure: Failure | None = None
    """Why it could not."""

    @property
    def error(self) -> BenchwrightError | None:
        """The exception that running it alone would have raised."""
        return error_of(self.failure, 503) if self.failure else None
