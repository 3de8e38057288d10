"""Whatever a candidate writes, joining it yields a program that may fail, never an error in benchwright."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.judging.canary import find_candidates
from benchwright.languages import find_language, languages
from benchwright.languages.join import Joined, can_join, join

CORPUS = Path(__file__).parents[1] / "judging" / "corpus"
LANGUAGES = [name for name in sorted(languages()) if can_join(find_language(name))]
JUNK = [
    "",
    "\0",
    "{{{{",
    "}}}}",
    "((((",
    '"',
    "'''",
    "/*",
    "#",
    "\udcff\udcfe",
    "\ufeff",
    "é" * 50,
    "{" * 3000,
    "import",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
def test_joining_never_fails(name: str) -> None:
    language = find_language(name)
    solution, tests = (
        next((CORPUS / name).glob(f"{part}.*")).read_bytes().decode(errors="surrogateescape")
        for part in ("reference", "tests")
    )
    cut = [(solution[:end], tests) for end in range(0, len(solution), max(1, len(solution) // 40))]
    cut += [(solution, tests[:end]) for end in range(0, len(tests), max(1, len(tests) // 40))]
    for one, other in [*cut, *((junk, tests) for junk in JUNK), *((solution, junk) for junk in JUNK)]:
        assert isinstance(join(language, one, other), Joined)
        find_candidates(language, other, one)
