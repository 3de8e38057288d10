"""The score function for verl."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from benchwright.errors import SandboxError, UsageError
from benchwright.rewards.rewarder import Session, Task, task_of_tests, task_of_verifier


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str | Mapping[str, Any],
    extra_info: Mapping[str, Any] | None = None,
    *,
    sandbox: str = "",
    mode: str = "binary",
    canary: bool = True,
    unscored: str = "raise",
    **_: Any,
) -> float:
    """Compute the reward of one answer. `ground_truth` is the `verifier` of an exported row, as JSON or a mapping, or
    the text of tests in the language `extra_info["language"]`. verl cannot represent unscored answers: by default they
    raise SandboxError, which stops the step; with `unscored="nan"` they return NaN, for trainers that ignore it."""
    if unscored not in ("raise", "nan"):
        raise UsageError(f"unknown value unscored={unscored!r}", "choose from raise, nan")
    task = _task(ground_truth, extra_info or {})
    (reward,) = _session(sandbox, mode, canary).rewards([(task, solution_str)])
    if reward.value is None and unscored == "raise":
        raise SandboxError(f"unscored: {reward.why}", "this is not a reward of 0; retry the step")
    return float("nan") if reward.value is None else reward.value


@functools.cache
def _session(sandbox: str, mode: str, canary: bool) -> Session:
    return Session(sandbox, mode=mode, canary=canary)


def _task(ground_truth: str | Mapping[str, Any], extra: Mapping[str, Any]) -> Task:
    language = extra.get("language")
    if isinstance(ground_truth, str) and not ground_truth.lstrip().startswith("{"):
        if not language:
            hint = 'pass extra_info={"language": "python"}, or the verifier of an exported row as JSON'
            raise UsageError("tests as text need extra_info.language", hint)
        return task_of_tests(str(language), ground_truth, reference=str(extra.get("reference") or ""))
    return task_of_verifier(ground_truth, str(extra.get("problem") or ""))
