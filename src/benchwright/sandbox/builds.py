"""Keeps the results of recent builds, so that the same program is not compiled twice by one sandbox."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

import msgspec

from benchwright.sandbox.wire import StageOrder, StageOutcome

_MOST_BYTES = 64 << 20


class Builds:
    """The latest successful builds, by everything that a build depends on: file system, command, variables, files and
    limits. A judge builds the reference of a problem several times with the same tests, for instance."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._outcomes: OrderedDict[bytes, StageOutcome] = OrderedDict()

    def get(self, order: StageOrder) -> StageOutcome | None:
        """The outcome of the same build, if it is still kept."""
        key = _key(order)
        if key in self._outcomes:
            self._outcomes.move_to_end(key)
        return self._outcomes.get(key)

    def put(self, order: StageOrder, outcome: StageOutcome) -> None:
        """Keep an outcome. Only what succeeded within its limits: a failure may be the machine's."""
        if outcome.wait_status != 0 or outcome.limits_hit or outcome.omitted or len(outcome.archive) > self._most_bytes:
            return
        key = _key(order)
        if key not in self._outcomes:
            self._outcomes[key] = outcome
            self._bytes += len(outcome.archive)
        while self._bytes > self._most_bytes:
            _, oldest = self._outcomes.popitem(last=False)
            self._bytes -= len(oldest.archive)


def _key(order: StageOrder) -> bytes:
    return hashlib.sha256(msgspec.msgpack.encode(order)).digest()
