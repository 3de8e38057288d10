"""Completion prompts with worked examples, for base models without chat training."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import find_language
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem

SHOTS = 3

DEFAULT_PROMPT = Path(__file__).parent.parent / "prompts" / "shots.jinja"


def complete(
    problems: Sequence[Problem],
    *,
    shots: Sequence[Problem] = (),
    size: int | None = None,
    prompt: Path = DEFAULT_PROMPT,
) -> list[Problem]:
    """Put worked examples in the same language before each problem. The examples come from `shots`, or are the problems
    with the shortest references in each language. Either way they are excluded from the result."""
    by_language: dict[str, list[Problem]] = {}
    for problem in problems:
        by_language.setdefault(problem.language, []).append(problem)
    chosen = {language: _shots(language, group, shots) for language, group in by_language.items()}
    taken = {shot.id for group in chosen.values() for shot in group}
    texts = {_text(shot) for group in chosen.values() for shot in group}
    template = Prompt(prompt)
    asked = [problem for problem in problems if problem.id not in taken and _text(problem) not in texts]
    return [_completed(problem, chosen[problem.language], template) for problem in asked[:size]]


def _shots(language: str, group: Sequence[Problem], given: Sequence[Problem]) -> list[Problem]:
    source = [problem for problem in given or group if problem.language == language and problem.canonical_solution]
    found = (
        source[:SHOTS] if given else sorted(source, key=lambda each: (len(each.canonical_solution), each.id))[:SHOTS]
    )
    if len(found) < SHOTS or (not given and len(group) <= SHOTS):
        raise UsageError(
            f"too few {language} problems with a reference for {SHOTS} worked examples",
            "pass a file of other problems with --shots, or exclude the language with --languages",
        )
    return found


def _text(problem: Problem) -> tuple[str, str]:
    """Identify a problem by its text: a worked example with another id would still give away the answer."""
    return problem.language, problem.question


def _completed(problem: Problem, shots: Sequence[Problem], template: Prompt) -> Problem:
    values = {"problem": problem, "shots": shots, "language": find_language(problem.language)}
    return msgspec.structs.replace(problem, question=template.render("prompt", **values))
