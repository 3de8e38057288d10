"""`batch:NAME`: write requests to a file, and read answers from files that any batch service can produce."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from benchwright.errors import AnswerPending, ModelError, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source, Traits
from benchwright.models.recordings import AnswerFiles
from benchwright.models.wire import body_of, dialect_of, path_of

TRAITS = Traits(batch=True, priced=True)

_HALF = ".requests.jsonl.part"


def open(name: str, options: ModelOptions) -> Source:
    """Open a batch in the folder given by the options."""
    if options.batch_folder is None:
        raise UsageError("batch: no folder for requests and answers", "set ModelOptions.batch_folder")
    return BatchModel(name, options.batch_folder, options)


class _Noted(msgspec.Struct, frozen=True):
    custom_id: str


class BatchModel(Source):
    """Answers from `answers*.jsonl`, and collects requests without an answer in `requests.jsonl`."""

    sends = False
    batch = True

    def __init__(self, name: str, folder: Path, options: ModelOptions) -> None:
        super().__init__(f"batch:{name}")
        self.price_name = name
        self._model = name
        self._dialect = dialect_of(name)
        self._extra = options.extra_body
        self._requests = folder / "requests.jsonl"
        self._half = folder / _HALF
        self._answers = AnswerFiles(sorted(folder.glob("answers*.jsonl")))
        self._asked = False
        self._noted: set[str] = set()
        self._fresh: set[str] = set()
        """Requests added since the last flush."""
        self._opened: BinaryIO | None = None

    async def answer(self, request: Request) -> Answer:
        """Return the answer if there is one. Missing and failed requests are added to the next batch."""
        self._asked = True
        try:
            answer = self._answers.get(request, self._dialect)
        except ModelError:
            self._note(request)
            raise
        if answer is None:
            self._note(request)
            raise AnswerPending(
                "the answer comes from a batch that has not run yet",
                f"run {self._requests} and put the answers next to it, as answers*.jsonl",
            )
        return answer

    def _note(self, request: Request) -> None:
        if request.key in self._noted:
            return
        line = {
            "custom_id": request.key,
            "method": "POST",
            "url": f"/v1{path_of(request)}",
            "body": body_of(request, self._model, self._dialect, self._extra),
        }
        self._part().write(msgspec.json.encode(line) + b"\n")
        self._noted.add(request.key)
        self._fresh.add(request.key)

    def _part(self) -> BinaryIO:
        """Return the temporary file, which becomes requests.jsonl when it is complete."""
        if self._opened is None:
            try:
                self._half.parent.mkdir(parents=True, exist_ok=True)
                self._opened = self._half.open("wb")
            except OSError as error:
                message = f"cannot write {self._half.parent}: {error.strerror}"
                raise UsageError(message, "choose a writable folder") from None
        return self._opened

    def _earlier(self) -> Iterator[bytes]:
        """Return the requests that are in the file and still have no answer. This run may not have reached them."""
        if self._requests.exists():
            with self._requests.open("rb") as lines:
                for line in lines:
                    with suppress(msgspec.DecodeError):
                        key = msgspec.json.decode(line, type=_Noted).custom_id
                        if key not in self._fresh and not self._answers.has(key):
                            yield line.rstrip(b"\n") + b"\n"

    async def flush(self) -> None:
        """Write requests.jsonl atomically, or remove it if all requests have answers. A run that asked nothing leaves
        it unchanged."""
        if self._opened is None and not (self._asked and self._requests.exists()):
            return
        part = self._part()
        part.writelines(self._earlier())
        part.flush()
        os.fsync(part.fileno())
        empty = not part.tell()
        part.close()
        self._opened = None
        self._half.replace(self._requests)
        self._fresh.clear()
        if empty:
            self._requests.unlink()

    async def aclose(self) -> None:
        """Write requests.jsonl."""
        await self.flush()
