"""Writes answers down, for `replay:` and for reading. One JSON object per line: key, request, answer."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.models.layer import Layer
from benchwright.models.protocol import Answer, Model, Request


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One line."""

    key: str
    """The request's key."""
    request: Request
    """What was asked."""
    answer: Answer
    """What came back."""


class Recording(Layer):
    """Adds every answer to a file, whole lines only; what stands there already is left alone."""

    def __init__(self, inner: Model, file: Path) -> None:
        super().__init__(inner)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise UsageError(f"cannot write {file}: {error.strerror}", "name a file that can be written") from None
        self._written = _keys(self._descriptor)

    async def answer(self, request: Request) -> Answer:
        """As the inner model."""
        answer = await self.inner.answer(request)
        if request.key not in self._written:
            self._written.add(request.key)
            # Who answered, also where the endpoint does not say: a replay is to say the same.
            made = msgspec.structs.replace(answer, cached=False, model=answer.model or self.name)
            self._write(msgspec.json.encode(Recorded(key=request.key, request=request, answer=made)) + b"\n")
        return answer

    def _write(self, line: bytes) -> None:
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        try:
            os.write(self._descriptor, line)
        except OSError as error:
            raise UsageError(f"cannot record answers: {error.strerror}", "is the disk full?") from None
        finally:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    async def aclose(self) -> None:
        """Closes the file."""
        os.close(self._descriptor)
        await self.inner.aclose()


def _keys(descriptor: int) -> set[str]:
    """Of the lines that are there; half a line, left by a process that was killed, is cut off."""
    keys = set()
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    end = 0
    with open(descriptor, "rb", closefd=False) as opened:
        for line in opened:
            if not line.endswith(b"\n"):
                os.ftruncate(descriptor, end)
                break
            end += len(line)
            try:
                keys.add(msgspec.json.decode(line, type=Recorded).key)
            except msgspec.DecodeError:
                continue
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return keys
