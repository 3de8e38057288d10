"""What filters need to know of every problem, and what it asks in a line."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.metrics.slices import length_range
from benchwright.report.site.pool import Pool
from benchwright.report.site.records import UNKNOWN, Problems, Titles
from benchwright.report.site.texts import title_of

_DIFFICULTIES = ("easy", "medium", "hard")


def problem_columns(pool: Pool) -> Problems:
    """Column by column, in the order of the pool."""
    problems = list(pool.problems.values())
    languages = sorted({problem.language for problem in problems})
    difficulties = sorted({problem.difficulty for problem in problems if problem.difficulty}, key=_rank)
    tags = sorted({tag for problem in problems for tag in problem.tags})
    lines = [pool.traits(problem.id).reference_lines for problem in problems]
    lengths = [length_range(count) for count in sorted({count for count in lines if count})]
    lengths = list(dict.fromkeys(lengths))
    of_language, of_difficulty, of_tag, of_length = map(_places, (languages, difficulties, tags, lengths))
    return Problems(
        ids=tuple(problem.id for problem in problems),
        languages=tuple(languages),
        language=tuple(of_language[problem.language] for problem in problems),
        difficulties=tuple(difficulties),
        difficulty=tuple(of_difficulty.get(problem.difficulty, UNKNOWN) for problem in problems),
        tags=tuple(tags),
        tagged=tuple(tuple(sorted({of_tag[tag] for tag in problem.tags})) for problem in problems),
        lengths=tuple(lengths),
        length=tuple(of_length[length_range(count)] if count else UNKNOWN for count in lines),
    )


def titles(pool: Pool) -> Titles:
    """What each asks."""
    return Titles(titles=tuple(title_of(problem.question, problem.entry_point) for problem in pool.problems.values()))


def _rank(difficulty: str) -> tuple[int, str]:
    return (_DIFFICULTIES.index(difficulty) if difficulty in _DIFFICULTIES else len(_DIFFICULTIES)), difficulty


def _places(names: Iterable[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}
