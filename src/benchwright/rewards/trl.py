"""The reward function for TRL's trainers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, overload

from benchwright.errors import UsageError
from benchwright.rewards.rewarder import Reward, Session, Task, task_of_tests, task_of_verifier

Values = list[float | None]


@overload
def trl_reward(
    sandbox: str = "",
    *,
    mode: str = "binary",
    canary: bool = True,
    language: str = "",
    asynchronous: Literal[False] = False,
) -> Callable[..., Values]: ...


@overload
def trl_reward(
    sandbox: str = "", *, mode: str = "binary", canary: bool = True, language: str = "", asynchronous: Literal[True]
) -> Callable[..., Awaitable[Values]]: ...


def trl_reward(
    sandbox: str = "", *, mode: str = "binary", canary: bool = True, language: str = "", asynchronous: bool = False
) -> Callable[..., Any]:
    """Make a function `reward(prompts, completions, **columns)`. Columns: `verifier` of an exported row, or `tests`
    with `language` (a column, or the argument here) and optionally `reference`. Unscored completions get None, which
    TRL ignores."""
    session = Session(sandbox, mode=mode, canary=canary)

    def benchwright_reward(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Values:
        return _values(session.rewards(_pairs(completions, columns, language)))

    async def benchwright_reward_later(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Values:
        return _values(await session.rewards_later(_pairs(completions, columns, language)))

    # TRL uses this name in its logs.
    benchwright_reward_later.__name__ = benchwright_reward.__name__ = f"benchwright_{mode}"
    return benchwright_reward_later if asynchronous else benchwright_reward


def completion_text(completion: Any) -> str:
    """Return the text of a completion: a string, or the last assistant message of a list."""
    if isinstance(completion, str):
        return completion
    messages = [each for each in completion if each.get("role", "assistant") == "assistant"]
    content = messages[-1].get("content") if messages else ""
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content)
    return content or ""


def _values(rewards: list[Reward]) -> Values:
    return [reward.value for reward in rewards]


def _pairs(completions: Sequence[Any], columns: Mapping[str, Any], language: str) -> list[tuple[Task, str]]:
    tasks = _tasks(columns, len(completions), language)
    return [(task, completion_text(completion)) for task, completion in zip(tasks, completions, strict=True)]


def _tasks(columns: Mapping[str, Any], count: int, language: str) -> list[Task]:
    def column(name: str, default: Any = "") -> list[Any]:
        values = columns.get(name)
        return [default] * count if values is None else list(values)

    if "verifier" in columns:
        names = column("problem")
        known: dict[int, Task] = {}  # the completions of a group share one row
        rows = column("verifier")
        return [
            known.get(id(row)) or known.setdefault(id(row), task_of_verifier(row, name))
            for row, name in zip(rows, names, strict=True)
        ]
    if "tests" not in columns:
        raise UsageError(
            "there is neither a column `verifier` nor a column `tests`", "use rows of `benchwright export rl`"
        )
    if "language" not in columns and not language:
        raise UsageError("the language of the tests is unknown", "add a column `language`, or pass the argument")
    texts = zip(column("language", language), column("tests"), column("reference"), strict=True)
    return [task_of_tests(name, tests, reference=reference or "") for name, tests, reference in texts]
