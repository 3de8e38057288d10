"""The service's log: one line of JSON for each request and each event, on standard error."""

from __future__ import annotations

import sys
import time
import traceback
from typing import Any, Literal, TextIO

import msgspec

Level = Literal["info", "warning", "error"]


class Log:
    """Writes lines. Programs and their output stand in it only where that was asked for."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def write(self, level: Level, event: str, **fields: Any) -> None:
        """One line; fields that are None are left out."""
        known = {name: value for name, value in fields.items() if value is not None}
        line = {"time": _now(), "level": level, "event": event, **known}
        stream = self._stream or sys.stderr
        try:
            stream.write(msgspec.json.encode(line, enc_hook=str).decode() + "\n")
            stream.flush()
        except OSError:
            pass  # nobody reads the log: no reason to refuse requests

    def failure(self, event: str, error: BaseException, **fields: Any) -> None:
        """A mistake of ours, with its traceback."""
        lines = traceback.format_exception(error)
        self.write("error", event, error=repr(error), traceback="".join(lines), **fields)


def _now() -> str:
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now % 1 * 1000):03d}Z"
