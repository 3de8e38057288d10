"""The service's log: one JSON line per request and per event, on standard error."""

from __future__ import annotations

import sys
import time
import traceback
from typing import Any, Literal, TextIO

import msgspec

Level = Literal["info", "warning", "error"]


class Log:
    """Writes log lines. Programs and their output appear only if that was requested."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def write(self, level: Level, event: str, **fields: Any) -> None:
        """Write one line, omitting fields that are None."""
        known = {name: value for name, value in fields.items() if value is not None}
        line = {"time": _now(), "level": level, "event": event, **known}
        stream = self._stream or sys.stderr
        try:
            stream.write(msgspec.json.encode(line, enc_hook=str).decode() + "\n")
            stream.flush()
        except OSError:
            pass  # a broken log is no reason to refuse requests

    def failure(self, event: str, error: BaseException, **fields: Any) -> None:
        """Log an exception with its traceback."""
        lines = traceback.format_exception(error)
        self.write("error", event, error=repr(error), traceback="".join(lines), **fields)


def _now() -> str:
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now % 1 * 1000):03d}Z"
