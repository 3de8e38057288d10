"""NaturalCodeBench rows: Python with pytest classes, or Java with JUnit."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats._python import foreign_modules
from benchwright.problems.problem import Problem

FIELDS = frozenset({"_id", "prompt", "testcases", "reference_solution"})

_FENCED = re.compile(r"```(python|java)\s*\n(.*?)\n```", re.DOTALL | re.IGNORECASE)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The language is that of the fence in `reference_solution`."""

    id: int | str = msgspec.field(name="_id")
    """`id`, after the language: NCB-python/131."""
    prompt: str
    """`question`."""
    testcases: str
    """Test set `full`, after `setup_code`. Python's start with `import pytest`, which the set leaves out."""
    reference_solution: str
    """`canonical_solution`: the text inside its fence."""
    setup_code: str = ""
    """Start of the tests."""
    classification: str = ""
    """`tags`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    fenced = _FENCED.search(row.reference_solution)
    if fenced is None:
        raise UsageError("reference_solution has no ```python or ```java fence", "add the fence around the code")
    language: Literal["python", "java"] = "java" if fenced[1].lower() == "java" else "python"
    parts = ["import pytest"] if language == "python" else []
    parts += [part.strip("\n") for part in (row.setup_code, row.testcases) if part.strip()]
    tests = "\n".join(parts) + "\n"
    return Problem(
        id=f"NCB-{language}/{row.id}",
        language=language,
        question=row.prompt,
        canonical_solution=fenced[2] + "\n",
        tests={"full": tests},
        tags=(row.classification,) if row.classification else (),
        libraries=foreign_modules(f"{fenced[2]}\n") if language == "python" else (),
    )
