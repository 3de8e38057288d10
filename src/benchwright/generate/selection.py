"""Chooses from the finished problems: no two alike, and round the languages and categories to the wanted number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from benchwright.metrics.minhash import NearDuplicates
from benchwright.problems import Problem


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What choosing needs to know of a problem."""

    key: str
    """Names it."""
    language: str
    """Its language."""
    category: str
    """Its category."""


def without_duplicates(
    problems: Iterable[tuple[str, Problem]], similar_above: float
) -> tuple[list[Finished], list[str]]:
    """Those that are like none before them in their language, and the others, each as `a is like b`."""
    known: dict[str, NearDuplicates] = {}
    kept: list[Finished] = []
    alike: list[str] = []
    for key, problem in problems:
        index = known.setdefault(problem.language, NearDuplicates(similar_above))
        found = index.add(problem.id, f"{problem.question}\n{problem.canonical_solution}")
        if found is not None:
            alike.append(f"{problem.id} is like {found[0]}")
            continue
        category = problem.tags[0] if problem.tags else ""
        kept.append(Finished(key=key, language=problem.language, category=category))
    return kept, alike


def choose(finished: Sequence[Finished], count: int) -> list[Finished]:
    """At most so many, in their old order. The languages take turns, the one with the fewest first; each gives a
    problem of the category that has the fewest so far."""
    left = list(finished)
    languages: dict[str, int] = dict.fromkeys((each.language for each in left), 0)
    categories: dict[str, int] = dict.fromkeys((each.category for each in left), 0)
    chosen: set[str] = set()
    while left and len(chosen) < count:
        best = min(left, key=lambda each: (languages[each.language], categories[each.category]))
        left.remove(best)
        chosen.add(best.key)
        languages[best.language] += 1
        categories[best.category] += 1
    return [each for each in finished if each.key in chosen]
