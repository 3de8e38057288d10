"""Answers in files: recordings for `replay:`, and batch output in the format of OpenAI and `vllm run-batch`."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import ModelError, UsageError
from benchwright.models.layers import Layer, decode_line
from benchwright.models.protocol import Answer, Model, Request
from benchwright.models.wire import Dialect, answer_of, complaint_of


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a recording."""

    key: str
    """Key of the request, its digest."""
    request: Request
    """The request as sent."""
    answer: Answer
    """The answer that was recorded."""


class Recording(Layer):
    """Appends every answer to a file, in whole lines. Existing lines are kept."""

    def __init__(self, inner: Model, file: Path) -> None:
        super().__init__(inner)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise UsageError(f"cannot write {file}: {error.strerror}", "choose a writable file") from None
        self._written = _keys(self._descriptor)

    async def answer(self, request: Request) -> Answer:
        """Answer with the inner model and record the answer, unless the file already has one."""
        answer = await self.inner.answer(request)
        if request.key not in self._written:
            self._written.add(request.key)
            # Record the model even if the endpoint does not report it, so that a replay reports the same.
            made = msgspec.structs.replace(answer, cached=False, model=answer.model or self.name)
            self._write(msgspec.json.encode(Recorded(key=request.key, request=request, answer=made)) + b"\n")
        return answer

    def _write(self, line: bytes) -> None:
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        try:
            os.write(self._descriptor, line)
        except OSError as error:
            raise UsageError(f"cannot record answers: {error.strerror}", "check whether the disk is full") from None
        finally:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    async def aclose(self) -> None:
        """Close the file and the inner model."""
        os.close(self._descriptor)
        await self.inner.aclose()


def _keys(descriptor: int) -> set[str]:
    """Read the keys of the existing lines. Truncates a partial last line, left by a killed process."""
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


_HINT = "each line must be batch output (custom_id, response, error) or a recorded answer (key, request, answer)"


class _Response(msgspec.Struct, frozen=True):
    body: Any = None
    status_code: int = 200


class _Output(msgspec.Struct, frozen=True):
    custom_id: str
    response: _Response | None = None
    error: Any = None


class _Place(msgspec.Struct, frozen=True, gc=False):
    file: int
    line: int
    offset: int
    good: bool


class AnswerFiles:
    """An index of answers in files. Validates every line when opened; reads answers on demand."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = tuple(files)
        self._places: dict[str, _Place] = {}
        content = hashlib.sha256()
        for number, file in enumerate(self._files):
            for line, offset, data in _lines(file):
                content.update(data.strip() + b"\n")
                key, good = _checked(file, line, data)
                known = self._places.get(key)
                # The last answer wins; a failure never replaces an answer.
                if known is None or good or not known.good:
                    self._places[key] = _Place(number, line, offset, good)
        self.digest = content.hexdigest()
        """Digest of all lines in order, independent of the names and locations of the files."""

    def __len__(self) -> int:
        return len(self._places)

    def has(self, key: str) -> bool:
        """Whether the request with this key has an answer. A failure does not count."""
        place = self._places.get(key)
        return place is not None and place.good

    def get(self, request: Request, dialect: Dialect) -> Answer | None:
        """Return the answer, or None if there is none. Raises ModelError if the file has a failure instead."""
        place = self._places.get(request.key)
        if place is None:
            return None
        file = self._files[place.file]
        with file.open("rb") as opened:
            opened.seek(place.offset)
            found = _decode(opened.readline())
        try:
            return _answer(found, request, dialect)
        except ValueError as error:
            raise ModelError(f"{file}:{place.line}: {error}", "the next batch includes the request again") from None


def _lines(file: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield number, offset and bytes of each non-empty line."""
    try:
        with file.open("rb") as opened:
            offset = 0
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield number, offset, line
                offset += len(line)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None


def _decode(line: bytes) -> _Output | Recorded:
    fields = decode_line(line)
    if isinstance(fields, dict) and "key" in fields:
        return msgspec.convert(fields, Recorded)
    return msgspec.convert(fields, _Output)


def _checked(file: Path, number: int, line: bytes) -> tuple[str, bool]:
    """Validate a line; returns the request's key and whether it has an answer."""
    try:
        found = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}:{number}: {error}", _HINT) from None
    if isinstance(found, Recorded):
        return found.key, True
    if found.response is None and not found.error:
        raise UsageError(f"{file}:{number}: neither response nor error", _HINT)
    try:
        _answer(found, Request(), Dialect())
    except ValueError:
        return found.custom_id, False
    return found.custom_id, True


def _answer(found: _Output | Recorded, request: Request, dialect: Dialect) -> Answer:
    """Extract the answer. Raises ValueError if the line has a failure instead."""
    if isinstance(found, Recorded):
        return found.answer
    response = found.response or _Response()
    if not found.error and response.status_code == 200:
        return answer_of(response.body, request, dialect)
    body = {"error": found.error} if found.error else response.body
    complaint = complaint_of(response.status_code, {}, msgspec.json.encode(body).decode())
    raise ValueError(complaint.message or f"failed with status {response.status_code}")
