"""Hand-made Executions."""

from __future__ import annotations

from typing import Any

from benchwright.sandbox import Execution, Guarantees, Stage, Stream

NONCE = "0123456789abcdef0123456789abcdef"


def stage(**changes: Any) -> Stage:
    """Return a stage that succeeded, with changes."""
    values: dict[str, Any] = {"name": "run", "exit_code": 0, "signal": None, "wall_s": 0.1, "cpu_s": 0.1}
    values |= {"stdout": Stream(), "stderr": Stream(), "memory_bytes": 1}
    return Stage(**(values | changes))


def execution(*runs: Stage, build: Stage | None = None) -> Execution:
    """Return an execution of these stages."""
    return Execution(
        language="cpp",
        toolchain="g++ 1",
        environment=None,
        build=build,
        runs=runs,
        guarantees=Guarantees(),
        backend="fake",
    )


def reply(*lines: str, nonce: str = NONCE) -> bytes:
    """Build a driver's reply: prefix each line with the nonce; fields are written with `|` for readability."""
    return b"".join(f"{nonce}|{line}\n".replace("|", "\t").encode() for line in lines)
