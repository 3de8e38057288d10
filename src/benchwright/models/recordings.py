"""Answers in files: recordings for `replay:`, and batch output as OpenAI and `vllm run-batch` write it."""

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


_HINT = "a line is batch output (custom_id, response, error) or a recorded answer (key, request, answer)"


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
    """Knows where each answer stands; reads it when it is wanted. Every line is checked at the beginning."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = tuple(files)
        self._places: dict[str, _Place] = {}
        content = hashlib.sha256()
        for number, file in enumerate(self._files):
            for line, offset, data in _lines(file):
                content.update(data.strip() + b"\n")
                key, good = _checked(file, line, data)
                known = self._places.get(key)
                # The last answer counts; a failure never takes an answer's place.
                if known is None or good or not known.good:
                    self._places[key] = _Place(number, line, offset, good)
        self.digest = content.hexdigest()
        """Of all lines, in their order; the names of the files and where they lie are no part of it."""

    def __len__(self) -> int:
        return len(self._places)

    def has(self, key: str) -> bool:
        """Whether the request with this key has an answer, and not a failure instead."""
        place = self._places.get(key)
        return place is not None and place.good

    def get(self, request: Request, dialect: Dialect) -> Answer | None:
        """The answer; None if there is none; ModelError if the endpoint gave a failure instead."""
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
            raise ModelError(f"{file}:{place.line}: {error}", "the request is asked again by the next batch") from None


def _lines(file: Path) -> Iterator[tuple[int, int, bytes]]:
    """Number, offset and bytes of the lines that are not empty."""
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
    """The request's key, and whether it has an answer."""
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
    """ValueError where there is a failure instead."""
    if isinstance(found, Recorded):
        return found.answer
    response = found.response or _Response()
    if not found.error and response.status_code == 200:
        return answer_of(response.body, request, dialect)
    said = {"error": found.error} if found.error else response.body
    complaint = complaint_of(response.status_code, {}, msgspec.json.encode(said).decode())
    raise ValueError(complaint.message or f"failed with status {response.status_code}")
