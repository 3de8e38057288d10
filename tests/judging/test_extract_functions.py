"""The same function in every form it may be answered: alone, moved, in its class, the whole file, only the body."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from benchwright.judging.extract import extract
from benchwright.languages import find_language
from tests.conftest import in_language
from tests.judging.cases import judge_cases


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A single answer."""

    name: str
    raw: str
    indentation_differs: bool = False
    """Whether only the words can be compared."""
    has: tuple[str, ...] = ()
    """Texts that the code must contain, each once; the rest is then not compared."""
    lacks: tuple[str, ...] = ()
    """Texts that the code must not contain."""


class Hole(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file with a hole, and answers."""

    language: str
    tests: str
    """Tests that pass with every answer."""
    entry_point: str
    prefix: str
    body: str
    suffix: str
    answer: tuple[Answer, ...]


FILES = sorted((Path(__file__).parent / "extract_functions").glob("*.toml"))
HOLES = {file.stem: msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Hole) for file in FILES}
CASES = [(stem, answer.name) for stem, hole in HOLES.items() for answer in hole.answer]


def _found(hole: Hole, raw: str) -> str:
    found = extract(
        raw, find_language(hole.language), prefix=hole.prefix, suffix=hole.suffix, entry_point=hole.entry_point
    )
    return found.code


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_the_function_is_put_into_its_file(stem: str, name: str) -> None:
    hole = HOLES[stem]
    answer = next(each for each in hole.answer if each.name == name)
    code = _found(hole, answer.raw)
    wanted = hole.prefix + hole.body + hole.suffix
    if not answer.has:
        exact = find_language(hole.language).answers.indented and not answer.indentation_differs
        assert _lines(code, exact) == _lines(wanted, exact)
    for text in answer.has:
        assert code.count(text) == 1, code
    for text in answer.lacks:
        assert text not in code
    for part in (hole.prefix, hole.suffix):
        first = next((line for line in part.split("\n") if len(line.split()) > 1), "")
        assert first in code, code
    if hole.language == "python":
        compile(code, "solution.py", "exec")


class Joined(NamedTuple):
    """An answer in its file, and the tests."""

    solution: str
    tests: str


@pytest.mark.parametrize("stem", [in_language(hole.language, stem) for stem, hole in HOLES.items()])
def test_every_form_passes_the_tests(stem: str) -> None:
    hole = HOLES[stem]
    cases = {each.name: Joined(_found(hole, each.raw), hole.tests) for each in hole.answer}
    judged = judge_cases(hole.language, cases)
    assert {name: (each.verdict.value, each.message) for name, each in judged.items() if not each.passed} == {}


def _lines(code: str, exact: bool) -> list[str]:
    if exact:
        return [line.rstrip() for line in code.split("\n") if line.strip()]
    return ["".join(code.split())]


@pytest.mark.parametrize("name", ["moved to the left", "in its class", "the body alone, as of a function"])
def test_a_long_file_changes_nothing(name: str) -> None:
    """Limits on parsing apply to answers, not to the file around the hole."""
    short = HOLES["python"]
    more = "".join(f"\n\ndef other_{number}(value):\n    return value * {number}\n" for number in range(2000))
    hole = msgspec.structs.replace(short, suffix=short.suffix + more)
    answer = next(each for each in hole.answer if each.name == name)
    assert _lines(_found(hole, answer.raw), True) == _lines(hole.prefix + hole.body + hole.suffix, True)


@pytest.mark.parametrize("stem", HOLES)
def test_the_whole_file_stays_what_it_is(stem: str) -> None:
    hole = HOLES[stem]
    whole = hole.prefix + hole.body + hole.suffix
    assert _lines(_found(hole, f"```{hole.language}\n{whole}\n```\n"), True) == _lines(whole, True)
