"""Verdicts and the record that carries them."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from benchwright.sandbox.protocol import Execution


class Verdict(StrEnum):
    """What a program earned. Our own failures are exceptions, never verdicts."""

    PASSED = "passed"
    WRONG_ANSWER = "wrong_answer"
    COMPILE_ERROR = "compile_error"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    INCOMPLETE = "incomplete"
    TAMPERED = "tampered"


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict with its reason and the evidence behind it."""

    verdict: Verdict
    """What it earned."""
    reason: str
    """Why, in a few words; empty for a plain pass."""
    judged: bool
    """False for a plain run: `passed` then only means that it ended well."""
    execution: Execution
    """What happened."""
