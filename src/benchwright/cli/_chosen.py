"""The problems that a command works on."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.problems import Problem


def choose_problems(
    files: Iterable[Path | str],
    file_format: str,
    languages: str,
    *,
    lenient: bool = False,
    known_languages: bool = False,
) -> list[Problem]:
    """The problems of these files in the languages of a comma list. What is left out is said."""
    from benchwright.problems import read_problems

    skipped: list[str] = []
    problems = [
        problem
        for file in files
        for problem in read_problems(
            file, file_format, lenient=lenient, known_languages=known_languages, skipped=skipped
        )
    ]
    if skipped:
        print(f"left out {len(skipped)} rows, the first: {skipped[0]}", file=sys.stderr)
    return chosen_problems(problems, languages)


def chosen_problems(problems: list[Problem], languages: str) -> list[Problem]:
    """Those in the languages of a comma list; all of them if it is empty."""
    from benchwright.languages import find_language

    wanted = {find_language(name).id for name in languages.split(",") if name.strip()}
    chosen = [problem for problem in problems if not wanted or problem.language in wanted]
    if not chosen:
        found = sorted({problem.language for problem in problems})
        raise UsageError("no problem is in these languages", f"the files have {', '.join(found)}")
    return chosen
