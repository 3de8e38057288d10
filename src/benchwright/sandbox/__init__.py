"""Run untrusted programs in isolation, with resource limits and measurements."""

from benchwright.sandbox.local import LocalSandbox
from benchwright.sandbox.protocol import (
    BUILD_LIMITS,
    Execution,
    Guarantees,
    Limits,
    Observations,
    Program,
    Run,
    Sandbox,
    Stage,
    Stream,
)

__all__ = [
    "BUILD_LIMITS",
    "Execution",
    "Guarantees",
    "Limits",
    "LocalSandbox",
    "Observations",
    "Program",
    "Run",
    "Sandbox",
    "Stage",
    "Stream",
]
