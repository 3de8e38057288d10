"""Answers of all kinds, and the code to extract from them; the cases are in tests/judging/extract."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from benchwright.judging.extract import Extraction, extract, names_of_tests
from benchwright.languages import find_language


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer and what to extract from it."""

    name: str
    language: str
    raw: str
    tests: str = ""
    """Tests, from which the names are taken."""
    prefix: str = ""
    suffix: str = ""
    entry_point: str = ""
    finish_reason: str = ""
    code: str = ""
    flaw: str = ""
    repairs: tuple[str, ...] = ()
    how: str | None = None
    blocks: int | None = None
    reasoning: str | None = None

    @property
    def names(self) -> frozenset[str]:
        """Names that the tests use."""
        return names_of_tests(find_language(self.language), self.tests) if self.tests else frozenset()

    def extract(self, raw: str) -> Extraction:
        """Extract the code from an answer to the case's question."""
        return extract(
            raw,
            find_language(self.language),
            names=self.names,
            prefix=self.prefix,
            suffix=self.suffix,
            entry_point=self.entry_point,
            finish_reason=self.finish_reason,
        )


FILES = sorted((Path(__file__).parent / "extract").glob("*.toml"))
CASES = {
    f"{file.stem}: {case.name}": case
    for file in FILES
    for case in msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8"))["case"], list[Case])
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = CASES[name]
    found = case.extract(case.raw)
    assert found.code == case.code
    assert (found.flaw, found.repairs) == (case.flaw, case.repairs)
    for field in ("how", "blocks", "reasoning"):
        expected = getattr(case, field)
        assert expected is None or getattr(found, field) == expected


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.code and not case.prefix])
def test_code_is_found_in_itself(name: str) -> None:
    case = CASES[name]
    assert case.extract(case.code).code == case.code


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.code and case.prefix])
def test_a_whole_solution_stays_what_it_is(name: str) -> None:
    """An answer that is already the whole program, in a block, is not appended to the prefix."""
    case = CASES[name]
    assert case.extract(f"```{case.language}\n{case.code}\n```\n").code.strip() == case.code.strip()


def test_many_languages_are_shown() -> None:
    assert len({case.language for case in CASES.values()}) >= 25


def test_finding_no_code_says_so() -> None:
    """Code and flaw go together: without code there is always a flaw."""
    for case in CASES.values():
        found = case.extract(case.raw)
        assert bool(found.code.strip()) or found.flaw
        assert bool(found.how) == bool(found.code)
