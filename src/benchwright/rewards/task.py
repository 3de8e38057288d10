"""What completions are rewarded by: the verifier of an exported row, or tests."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.judge.solution import ProblemPlan
from benchwright.judge.verifier import read_verifier
from benchwright.languages import find_language
from benchwright.problems import Problem


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A problem, as far as it takes to judge."""

    key: str
    """Equal for equal tasks."""
    problem: Problem
    """Its tests and its reference."""
    plan: ProblemPlan | None = None
    """What is known about the tests; None: found out from the reference, where there is one."""


class _Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in place of a verifier."""

    tests: str
    """Their text."""
    language: str
    """Id or alias."""
    reference: str = ""
    """A right solution."""


def task_of_verifier(verifier: Mapping[str, Any] | str, name: str = "") -> Task:
    """The task of a `verifier` of `benchwright export rl`: as a mapping, or as JSON. `tests` as text with a `language`
    and perhaps a `reference` will do as well. Fields that are null are taken as left out, because tables give every
    row the fields of all others."""
    if isinstance(verifier, str):
        try:
            verifier = msgspec.json.decode(verifier, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise UsageError(f"the verifier is no JSON object: {error}", "give that of an exported row") from None
    fields = _without_nulls(verifier)
    # A whole row will do as well.
    if "verifier" in fields:
        return task_of_verifier(fields["verifier"], str(fields.get("problem", name)))
    if isinstance(fields.get("tests"), str):
        return _task_of_text(fields)
    read = read_verifier(fields, name)
    return Task(key=_key(msgspec.json.encode(fields, order="sorted")), problem=read.problem(name), plan=read.plan)


def task_of_tests(language: str, tests: str, *, reference: str = "", environment: str | None = None) -> Task:
    """The task of a tests' text. Without a reference nobody knows what the tests do with a right solution, so a pass
    cannot be held against a canary."""
    problem = Problem(
        id="",
        language=find_language(language).id,
        question="",
        canonical_solution=reference,
        tests={"full": tests},
        environment=environment,
    )
    return Task(key=_key(msgspec.json.encode(problem, order="deterministic")), problem=problem)


def _task_of_text(fields: Mapping[str, Any]) -> Task:
    try:
        given = msgspec.convert(dict(fields), _Text)
    except msgspec.ValidationError as error:
        hint = 'give {"tests": TEXT, "language": NAME} and perhaps "reference"'
        raise UsageError(f"tests as text: {error}", hint) from None
    return task_of_tests(given.language, given.tests, reference=given.reference)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(each) for name, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_without_nulls(each) for each in value]
    return value


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
