"""`local:smollm2`, `local:/path/to/model.gguf`: a model that runs on this machine, without a network."""

from __future__ import annotations

import asyncio
import json
import os
import time
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import ModelError, UsageError
from benchwright.models.local.process import WorkerProcess, find_weights, fingerprint
from benchwright.models.protocol import Answer, ModelOptions, Request, Source, Traits
from benchwright.models.wire import Dialect, answer_of, body_of, complaint_of, failure

TRAITS = Traits(names_path=True)

_NEUTRAL = {"top_k": 0, "min_p": 0.0, "cache_prompt": False}
"""Disables llama.cpp's default filters, which would exclude unlikely tokens without being asked to."""


def open(name: str, options: ModelOptions) -> Source:
    """Open the model with this name or in this file. It is loaded on the first request."""
    return LocalModel(name, find_weights(name), options)


class LocalModel(Source):
    """A pool of workers. Each request has a worker to itself, so that other requests never affect its answer."""

    kept = True

    def __init__(self, name: str, file: Path, options: ModelOptions) -> None:
        super().__init__(f"local:{name}")
        extra = json.dumps(options.extra_body, sort_keys=True) if options.extra_body else ""
        self.identity = f"local:{fingerprint(file)}{extra}"
        self._file = file
        self._options = options
        self._free = asyncio.Semaphore(options.workers or len(os.sched_getaffinity(0)))
        self._idle: list[WorkerProcess] = []
        self._all: list[WorkerProcess] = []

    async def answer(self, request: Request) -> Answer:
        """Compute the answer. The same request always gets the same answer, even with a temperature, because the seed
        is derived from the request."""
        if request.kind == "infill":
            raise UsageError(f"{self.name} does not support infill", "use completions, or an endpoint that supports it")
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._start()
            started_s = time.monotonic()
            try:
                async with asyncio.timeout(self._options.timeout_s):
                    reply = await worker.ask(chat=request.kind == "chat", body=self._body(request))
            except TimeoutError:
                worker.kill()
                raise ModelError(f"{self.name}: no answer in {self._options.timeout_s:.0f} s") from None
            except BaseException:
                worker.kill()
                raise
            self._idle.append(worker)
        return self._read(reply, request, time.monotonic() - started_s)

    async def _start(self) -> WorkerProcess:
        worker = await WorkerProcess.start()
        self._all.append(worker)
        try:
            await worker.load(self._file, self._options.context_tokens)
        except BaseException:
            worker.kill()
            raise
        return worker

    def _body(self, request: Request) -> dict[str, Any]:
        seed = int(request.key[:8], 16) if request.seed is None else request.seed
        extra = {**_NEUTRAL, "seed": seed, **self._options.extra_body}
        return body_of(request, self.name, Dialect(), extra)

    def _read(self, reply: Any, request: Request, answer_s: float) -> Answer:
        if isinstance(reply, dict) and reply.get("error"):
            status = reply["error"].get("code", 400)
            raise failure(complaint_of(status, {}, json.dumps(reply)), self.name, self.name, "")
        try:
            answer = answer_of(reply, request, Dialect(), answer_s)
        except ValueError as error:
            raise ModelError(f"{self.name}: {error}") from None
        # llama.cpp reports the local path as the model's name.
        return msgspec.structs.replace(answer, model=self._file.name, cost=0.0)

    async def aclose(self) -> None:
        """Stop the workers."""
        await asyncio.gather(*(worker.aclose() for worker in self._all))
        self._all.clear()
