"""The problems that a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.problems import Problem


def chosen_problems(problems: list[Problem], languages: str) -> list[Problem]:
    """Those in the languages of a comma list; all of them if it is empty."""
    from benchwright.languages import find_language

    wanted = {find_language(name).id for name in languages.split(",") if name.strip()}
    chosen = [problem for problem in problems if not wanted or problem.language in wanted]
    if not chosen:
        found = sorted({problem.language for problem in problems})
        raise UsageError("no problem is in these languages", f"the files have {', '.join(found)}")
    return chosen
