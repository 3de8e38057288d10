"""SandboxFusion's notebook endpoint, /run_jupyter: the cells of a request run one after another in a fresh kernel."""

from __future__ import annotations

import base64
import binascii
import math
import os
import posixpath
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchwright.errors import SandboxError, UsageError
from benchwright.languages import find_language
from benchwright.sandbox.environment import load_environment
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import Limits, Program, Sandbox, Stage
from benchwright.server.api import Api, Route
from benchwright.server.call import Call, InvalidRequest, Overloaded, TooLarge, Unauthorized
from benchwright.server.reply import Reply
from benchwright.server.service import Settings


class RunJupyter(msgspec.Struct, frozen=True, kw_only=True):
    """A notebook to run."""

    cells: tuple[str, ...]
    """Source code of the cells, in order."""
    cell_timeout: float | None = None
    """Wall-clock seconds per cell. None or 0: only `total_timeout` applies."""
    total_timeout: float = 45.0
    """Wall-clock seconds for all cells; starting the kernel does not count."""
    memory_limit_MB: int = -1  # noqa: N815
    """Memory limit in MiB for the kernel and its child processes. -1: 2 GiB."""
    kernel: str = "python3"
    """Kernel name; only python3 is supported."""
    files: Mapping[str, str | None] = {}
    """Relative path → file content in base64."""
    fetch_files: tuple[str, ...] = ()
    """Relative paths of files to return."""


class CellResult(msgspec.Struct, frozen=True, kw_only=True):
    """Output of one cell."""

    stdout: str = ""
    """Text the cell wrote to standard output."""
    stderr: str = ""
    """Text the cell wrote to standard error."""
    display: tuple[Mapping[str, Any], ...] = ()
    """Display bundles: MIME type → content, images in base64."""
    error: tuple[Mapping[str, Any], ...] = ()
    """Exceptions with ename, evalue and traceback. The service adds TimeoutError, KernelDied, OutputLimit and
    NotRun."""


class DriverResult(msgspec.Struct, frozen=True, kw_only=True):
    """Result of the process that feeds the cells to the kernel."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    """How the process ended; TimeLimitExceeded also if a cell timed out."""
    execution_time: float
    """Wall-clock seconds, including the kernel's start."""
    return_code: int | None
    """Exit status, negative if killed by a signal; None on a timeout."""
    stdout: str = ""
    """Standard output of the driver, which prints nothing."""
    stderr: str = ""
    """Standard error of the kernel process, such as output before a crash."""


class JupyterResult(msgspec.Struct, frozen=True, kw_only=True):
    """Response to a notebook request."""

    status: Literal["Success", "Failed", "SandboxError"]
    """Success: every cell ran, even if one raised an exception. SandboxError: the service failed."""
    message: str = ""
    """Why the notebook failed; empty on success."""
    driver: DriverResult | None = None
    """Result of the driver process; None if nothing ran."""
    cells: tuple[CellResult, ...] = ()
    """One result per cell of the request; empty if a limit stopped the whole notebook."""
    executor_pod_name: str | None = None
    """Always null, kept for compatibility."""
    files: Mapping[str, str] = {}
    """Path → content in base64, for the requested files that exist."""


ENVIRONMENT = "jupyter"
MOST_OUTPUT_BYTES = 16 << 20
"""Limit on the output of all cells together."""

_FOLDER = ".benchwright"
_RESULT = f"{_FOLDER}/result.json"
_SOURCE = b"import benchwright_jupyter\n\nbenchwright_jupyter.main()\n"
_CURE = "if packages are missing: benchwright toolchains install python"
_SILENCED = 3
"""Exit status of the driver if the cells prevented it from writing its result."""
_SPARE_S = 25.0
"""Extra seconds for starting and stopping the kernel and interrupting a cell; the driver enforces the cells' own
timeouts."""


class _Stopped(msgspec.Struct, frozen=True):
    """Why the driver did not run all cells."""

    name: str
    message: str


class _Result(msgspec.Struct, frozen=True):
    """What the driver wrote."""

    stopped: _Stopped | None
    cells: tuple[CellResult, ...]


async def run_notebook(sandbox: Sandbox, request: RunJupyter, settings: Settings) -> JupyterResult:
    """Run the cells. If the kernel does not start, retry once, then report a sandbox failure."""
    program = notebook_program(request, settings)
    _check_environment()
    wanted = {posixpath.normpath(path): path for path in request.fetch_files}
    try:
        return _answer((await sandbox.run(program)).runs[0], wanted)
    except SandboxError:
        return _answer((await sandbox.run(program)).runs[0], wanted)


def notebook_program(request: RunJupyter, settings: Settings) -> Program:
    """Build the Python program that runs the driver with this request."""
    if request.kernel != "python3":
        raise InvalidRequest(f"kernel {request.kernel[:40]!r} is not available", "the only kernel is python3")
    total_s = _seconds("total_timeout", request.total_timeout, settings)
    cell_s = _seconds("cell_timeout", request.cell_timeout, settings) if request.cell_timeout else 0.0
    order = {
        "cells": [cell.encode("utf-8", "replace").decode() for cell in request.cells],
        "cell_timeout_s": cell_s,
        "total_timeout_s": total_s,
        "most_bytes": MOST_OUTPUT_BYTES,
    }
    return Program(
        language="python",
        mode="jupyter",
        environment=ENVIRONMENT,
        files={
            **_files(request.files),
            f"{_FOLDER}/jupyter.py": _SOURCE,
            f"{_FOLDER}/request.json": msgspec.json.encode(order),
        },
        limits=_limits(request, settings, total_s + _SPARE_S),
        collect=(_RESULT, *map(posixpath.normpath, request.fetch_files)),
        collect_limit_bytes=8 * MOST_OUTPUT_BYTES,
    )


def _check_environment() -> None:
    """Report missing packages as the server's failure, not the request's."""
    try:
        load_environment(ENVIRONMENT)
    except UsageError as error:
        raise SandboxError(f"notebooks cannot run on this server: {error}", error.hint) from error


def _seconds(name: str, value: float, settings: Settings) -> float:
    if not math.isfinite(value) or not 0 < value <= settings.max_wall_s:
        raise InvalidRequest(f"{name} is {value:g}", f"use a value above 0 and at most {settings.max_wall_s:g} s")
    return value


def _limits(request: RunJupyter, settings: Settings, wall_s: float) -> Limits:
    language = find_language("python")
    limits = default_limits(language, language.mode("jupyter"))
    memory_bytes = limits.memory_bytes if request.memory_limit_MB < 0 else request.memory_limit_MB << 20
    if not 0 < memory_bytes <= settings.max_memory_bytes:
        most = settings.max_memory_bytes >> 20
        raise InvalidRequest(f"memory_limit_MB is {request.memory_limit_MB}", f"use -1, or a value from 1 to {most}")
    cpu_s = wall_s * (os.cpu_count() or 1)  # only wall-clock time limits the cells
    return msgspec.structs.replace(limits, wall_s=wall_s, cpu_s=cpu_s, memory_bytes=memory_bytes)


def _files(given: Mapping[str, str | None]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for path, content in given.items():
        normal = posixpath.normpath(path)
        if normal.split("/")[0] == _FOLDER:
            raise InvalidRequest(f"files: {path!r} is in a reserved folder", "choose another name")
        try:
            files[normal] = base64.b64decode(content or "", validate=True)
        except (binascii.Error, ValueError):
            raise InvalidRequest(f"files: the content of {path[:80]!r} is not valid base64") from None
    return files


def _answer(stage: Stage, wanted: Mapping[str, str]) -> JupyterResult:
    result = _result(stage)
    stopped = result.stopped
    if stopped and stopped.name == "NoKernel":
        raise SandboxError(f"the kernel did not start: {stopped.message}; {_last_line(stage)}", _CURE)
    late = (stopped is not None and stopped.name == "TimeoutError") or bool({"wall", "cpu"} & set(stage.limits_hit))
    found = {asked: stage.files[path] for path, asked in wanted.items() if path in stage.files}
    omitted = [path for path in stage.files_omitted if path != _RESULT]
    hit = f"limit hit: {', '.join(stage.limits_hit)}" if stage.limits_hit else ""
    message = stopped.message if stopped else ""
    # A limit may kill the kernel but not the driver.
    notes = [message, hit if hit != message else "", f"too large to fetch: {', '.join(omitted)}" if omitted else ""]
    return JupyterResult(
        status="Failed" if stopped else "Success",
        message="; ".join(filter(None, notes)),
        driver=_driver(stage, late=late),
        cells=result.cells,
        files={path: base64.b64encode(content).decode() for path, content in found.items()},
    )


def _result(stage: Stage) -> _Result:
    """Decode what the driver wrote, or explain why there is nothing."""
    if _RESULT in stage.files and stage.exit_code == 0:
        try:
            return msgspec.json.decode(stage.files[_RESULT], type=_Result)
        except msgspec.DecodeError:
            return _lost("the cells overwrote the result file")
    if stage.limits_hit:
        name = "TimeoutError" if {"wall", "cpu"} & set(stage.limits_hit) else "Limit"
        return _lost(f"limit hit: {', '.join(stage.limits_hit)}", name)
    if _RESULT in stage.files_omitted:
        return _lost("the output of the cells exceeds the limit", "OutputLimit")
    if stage.exit_code is None:
        return _lost(f"the driver was killed by signal {stage.signal}")
    if stage.exit_code == _SILENCED:
        return _lost(f"the cells prevented the driver from writing its result: {_last_line(stage)}")
    raise SandboxError(f"the notebook driver failed: {_last_line(stage)}", _CURE)


def _lost(message: str, name: str = "Lost") -> _Result:
    return _Result(_Stopped(name, message), ())


def _driver(stage: Stage, *, late: bool) -> DriverResult:
    code = stage.exit_code if stage.exit_code is not None else -(stage.signal or 9)
    return DriverResult(
        status="TimeLimitExceeded" if late else "Finished",
        execution_time=stage.wall_s,
        return_code=None if late else code,
        stdout=_text(stage.stdout.data),
        stderr=_text(stage.stderr.data),
    )


def _last_line(stage: Stage) -> str:
    return _text(stage.stderr.data).strip().rpartition("\n")[2][:500]


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


async def run(call: Call) -> Reply:
    """Run the cells of a notebook in a fresh kernel."""
    return Reply(value=await run_notebook(call.sandbox, call.body, call.service.settings))


def failure(error: Exception, _: Call | None) -> Reply:
    """Respond with 422 if retrying is pointless and 504 on overload, the only status on which clients retry. The
    service's own failures are a SandboxError result."""
    sentence = getattr(error, "sentence", str(error))
    if isinstance(error, Overloaded):
        return Reply(value={"detail": sentence}, status=504)
    if isinstance(error, Unauthorized | TooLarge):
        return Reply(value={"detail": sentence}, status=401 if isinstance(error, Unauthorized) else 413)
    if isinstance(error, UsageError):
        return Reply(value={"detail": [{"loc": ["body"], "msg": sentence, "type": "value_error"}]}, status=422)
    return Reply(value=JupyterResult(status="SandboxError", message=sentence))


API = Api(
    name="jupyter",
    routes=(
        Route(
            method="POST",
            path="/run_jupyter",
            name="run_jupyter",
            summary="Run the cells of a notebook in one kernel",
            handle=run,
            body=RunJupyter,
            lax=True,
            answers={200: JupyterResult},
            examples={"two cells": {"cells": ["a = 6", "a * 7"], "total_timeout": 20}},
        ),
    ),
    failure=failure,
)
