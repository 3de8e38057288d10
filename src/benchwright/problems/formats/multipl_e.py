"""MultiPL-E rows: a prompt in one of many languages, and tests that follow its completion.

If completions stop before the end of their function, the tests in a row start with the missing end. It is moved to
`suffix`, which leaves the tests as a separate text. Tests that continue the solution's class become a class that
inherits from it.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from benchwright.problems.formats import _fields
from benchwright.problems.problem import Problem
from benchwright.problems.rows import language_id

FIELDS = frozenset({"name", "language", "prompt", "tests", "stop_tokens"})

_END = re.compile(r"\s*\}[ \t]*\n")
"""The end of the function that the prompt starts."""
_CLASS = re.compile(r"^(?:public )?(?:class|object) (\w+)", re.MULTILINE)
_HEADS = {
    "java": "class BenchwrightTests extends {} {{\n",
    "csharp": "class BenchwrightTests : {} {{\n",
    "scala": "object BenchwrightTests {{ import {}._\n",
}
"""Start of tests that can use the static members of a class without naming it."""
_CANDIDATE = re.compile(
    r"\bcandidate\s*:?=\s*(?:&\s*|method\(:)?(\w+)|\bcandidate\(\) \{\s*(\w+) "
    r"|return (\w+)\(\.\.\.\$args\)|^\s*check\((\w+)\)$",
    re.MULTILINE,
)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`. Rows have no references."""

    name: str
    """`id`, prefixed with the language and a slash, because the names are the same in every language."""
    language: str
    """`language`, as an id or alias."""
    prompt: str
    """`question` and `prefix`."""
    tests: str
    """Test set `full`, without an end of the function, which becomes `suffix`. Determines `entry_point`."""
    stop_tokens: tuple[str, ...]
    """`stop`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    language = language_id(row.language)
    suffix, tests = _split(language, row.prompt, row.tests)
    return Problem(
        id=f"{language}/{row.name}",
        language=language,
        question=row.prompt,
        canonical_solution="",
        tests={"full": tests},
        prefix=row.prompt,
        suffix=suffix,
        stop=row.stop_tokens,
        entry_point=_entry_point(row.prompt, row.tests),
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem that starts with code; its reference is lost."""
    prefix = _fields.present("prefix", problem.prefix)
    return {
        "name": problem.id.removeprefix(f"{problem.language}/"),
        "language": problem.language,
        "prompt": prefix,
        "tests": _merged(problem, prefix, _fields.full_tests(problem)),
        "stop_tokens": list(problem.stop),
    }


def _split(language: str, prompt: str, tests: str) -> tuple[str, str]:
    end = _END.match(tests)
    if end is None:
        return "", tests
    suffix, rest = f"\n{end[0]}", tests[end.end() :]
    head = _head(language, prompt)
    if not head or rest.count("}") <= rest.count("{"):
        return suffix, rest
    return f"{suffix}}}\n", head + rest


def _merged(problem: Problem, prefix: str, tests: str) -> str:
    head = _head(problem.language, prefix)
    if head and tests.startswith(head):
        return problem.suffix.removeprefix("\n").removesuffix("}\n") + tests.removeprefix(head)
    return problem.suffix.removeprefix("\n") + tests


def _head(language: str, prompt: str) -> str:
    found = _CLASS.search(prompt)
    return _HEADS.get(language, "").format(found[1]) if found else ""


def _entry_point(prompt: str, tests: str) -> str:
    if found := _CANDIDATE.search(tests):
        return next(name for name in found.groups() if name)
    signature = prompt.rstrip().rpartition("\n")[2]
    found = re.search(r"(\w+)\s*\(" if _CLASS.search(prompt) else r"\b(?:def|fn|func|fun) (\w+)", signature)
    return found[1] if found else ""
