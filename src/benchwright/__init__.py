"""Execution-verified coding benchmarks: build them, run untrusted programs, evaluate models, serve rewards.

    from pathlib import Path
    from benchwright import judge

    print(judge(Path("solution.py"), Path("tests.py")).verdict)

The names below are the public API; they are imported when they are first used. See docs/python.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchwright.api import evaluate, judge, run
    from benchwright.client import Client
    from benchwright.errors import BenchwrightError
    from benchwright.evaluation import Score
    from benchwright.judging import Judgement, Verdict
    from benchwright.problems import Problem, read_problems
    from benchwright.sandbox import Execution, Limits, LocalSandbox, Program

    __version__: str

__all__ = [
    "BenchwrightError",
    "Client",
    "Execution",
    "Judgement",
    "Limits",
    "LocalSandbox",
    "Problem",
    "Program",
    "Score",
    "Verdict",
    "__version__",
    "evaluate",
    "judge",
    "read_problems",
    "run",
]

_HOMES = {
    "BenchwrightError": "errors",
    "Client": "client",
    "Execution": "sandbox",
    "Judgement": "judging",
    "Limits": "sandbox",
    "LocalSandbox": "sandbox",
    "Problem": "problems",
    "Program": "sandbox",
    "Score": "evaluation",
    "Verdict": "judging",
    "evaluate": "api",
    "judge": "api",
    "read_problems": "problems",
    "run": "api",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("benchwright")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
