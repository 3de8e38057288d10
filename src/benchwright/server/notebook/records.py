"""The bodies of /run_jupyter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class RunJupyter(msgspec.Struct, frozen=True, kw_only=True):
    """A notebook."""

    cells: tuple[str, ...]
    """Code of the cells, in order."""
    cell_timeout: float | None = None
    """Seconds on the clock for each cell. None or 0: only `total_timeout` bounds it."""
    total_timeout: float = 45.0
    """Seconds on the clock for all cells; the kernel's start does not count."""
    memory_limit_MB: int = -1  # noqa: N815
    """MiB of the kernel and all that it starts. -1: 2 GiB."""
    kernel: str = "python3"
    """The only one there is."""
    files: Mapping[str, str | None] = {}
    """Relative path → content in base64."""
    fetch_files: tuple[str, ...] = ()
    """Relative paths to hand back."""


class CellResult(msgspec.Struct, frozen=True, kw_only=True):
    """What one cell said."""

    stdout: str = ""
    """Standard output."""
    stderr: str = ""
    """Standard error."""
    display: tuple[Mapping[str, Any], ...] = ()
    """Each a bundle: MIME type → content; images in base64."""
    error: tuple[Mapping[str, Any], ...] = ()
    """Each with ename, evalue and traceback. Ours are TimeoutError, KernelDied, OutputLimit and NotRun."""


class DriverResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the process did that feeds the cells to the kernel."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    """How it ended; TimeLimitExceeded also where a cell took too long."""
    execution_time: float
    """Seconds on the clock, the kernel's start included."""
    return_code: int | None
    """Exit status, negative where a signal ended it; None when time was up."""
    stdout: str = ""
    """What it printed: nothing."""
    stderr: str = ""
    """What the kernel could not tell by itself, as before a crash."""


class JupyterResult(msgspec.Struct, frozen=True, kw_only=True):
    """The answer."""

    status: Literal["Success", "Failed", "SandboxError"]
    """Success: every cell was run, also where one raised an exception. SandboxError is our failure."""
    message: str = ""
    """Why it failed."""
    driver: DriverResult | None = None
    """None where nothing was run."""
    cells: tuple[CellResult, ...] = ()
    """One for each cell of the request; none where a limit ended everything at once."""
    executor_pod_name: str | None = None
    """Not used."""
    files: Mapping[str, str] = {}
    """Path → content in base64 of the fetched files that are there."""
