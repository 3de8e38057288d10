"""Reads what models answer in this method."""

from __future__ import annotations

import re

from benchwright.environments import parse_requirements, requirements_from_imports
from benchwright.errors import UsageError
from benchwright.generate.codebenchgen.rules import refuse_code, refuse_shrunk, refuse_tests
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.flag import Dropped
from benchwright.generate.packages import can_install
from benchwright.generate.sections import Unparsable, given_sections, sections
from benchwright.languages import Language
from benchwright.seeds import Seed

_IMPOSSIBLE = re.compile(r"<impossible>(.*?)</impossible>", re.DOTALL)
_NONE = re.compile(r"(?i)^\s*[-*(]*\s*(none|n/a|empty|standard library( only)?)\W*$")


def read_code(settings: Settings, language: Language, seed: Seed, answer: str) -> tuple[str, tuple[str, ...]]:
    """The rewritten file, and the packages that it needs."""
    given = given_sections(answer, "code", "requirements")
    if "code" not in given and (why := _IMPOSSIBLE.search(answer)):
        raise Dropped("impossible", " ".join(why[1].split())[:300])
    code = sections(answer, "code")["code"]
    refuse_code(settings, language, seed, code)
    return code, read_requirements(language, given.get("requirements", ""), code)


def read_requirements(language: Language, text: str, code: str) -> tuple[str, ...]:
    """Packages: those that are named, else those that the imports need."""
    if not can_install(language.id):
        return ()
    lines = [re.sub(r"^[-*]\s+", "", line.strip()).strip("`") for line in text.splitlines()]
    named = [line for line in lines if line and not line.startswith("#")]
    named = [line for line in named if not _NONE.match(line)]
    try:
        return parse_requirements(language.id, named) if named else requirements_from_imports(language.id, code)
    except UsageError as error:
        raise Unparsable(f"<requirements>: {error}; give names of packages, one on each line") from None


def read_tests(settings: Settings, language: Language, seed: Seed, code: str, answer: str) -> str:
    """Tests that can be told to test something."""
    tests = sections(answer, "tests")["tests"]
    refuse_tests(settings, language, seed.target, code, tests)
    return tests


def read_repair(
    settings: Settings,
    language: Language,
    seed: Seed,
    before: tuple[str, str, tuple[str, ...]],
    least: int,
    answer: str,
) -> tuple[str, str, tuple[str, ...]]:
    """File, tests and packages after mending; what is not given stays. Nothing may have become much smaller."""
    given = given_sections(answer, "code", "tests", "requirements")
    if not (given.get("code") or given.get("tests") or "requirements" in given):
        raise Unparsable("there is no <code>, <tests> or <requirements> section that is closed by its end tag")
    code, tests = given.get("code") or before[0], given.get("tests") or before[1]
    refuse_code(settings, language, seed, code)
    refuse_shrunk(settings, language, seed.target, before[0], code)
    refuse_tests(settings, language, seed.target, code, tests, least)
    told = "requirements" in given or "code" in given
    packages = read_requirements(language, given.get("requirements", ""), code) if told else before[2]
    return code, tests, packages
