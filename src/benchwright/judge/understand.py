"""From what came as an answer to the code that is judged."""

from __future__ import annotations

from typing import Literal

from benchwright.judge.extract import Extraction, extract, names_of_tests
from benchwright.languages import find_language
from benchwright.problems import Problem

Kind = Literal["answer", "completion", "solution"]
"""An answer to a question; a completion of the problem's prefix; a solution as it stands."""


def understand(problem: Problem, raw: str, kind: Kind, finish_reason: str = "") -> Extraction:
    """The code of an answer. A solution is taken as it is, unless it stands in a fence."""
    if kind == "solution" and "```" not in raw and "~~~" not in raw:
        return Extraction(code=raw, how="as it stands", flaw="" if raw.strip() else "no code")
    language = find_language(problem.language)
    names = frozenset[str]().union(*(names_of_tests(language, tests) for tests in problem.tests.values()))
    return extract(
        raw,
        language,
        names=names,
        prefix=problem.prefix,
        suffix=problem.suffix,
        entry_point=problem.entry_point,
        finish_reason=finish_reason,
    )
