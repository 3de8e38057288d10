"""Finishes a run over a generation job: selects the problems, closes the funnel, publishes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from benchwright.generate.funnel import Row, funnel_of
from benchwright.generate.publish import Publication, publish
from benchwright.jobs import Job, State, Store
from benchwright.metrics.near_duplicates import NearDuplicates
from benchwright.problems import Problem
from benchwright.problems.formats.benchwright import Row as ProblemRow
from benchwright.problems.formats.benchwright import read


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """What choosing needs to know of a problem."""

    key: str
    """Names it."""
    language: str
    """Its language."""
    category: str
    """Its category."""


def without_duplicates(
    problems: Iterable[tuple[str, Problem]], similar_above: float
) -> tuple[list[Candidate], list[str]]:
    """Those that are like none before them in their language, and the others, each as `a is like b`."""
    known: dict[str, NearDuplicates] = {}
    kept: list[Candidate] = []
    alike: list[str] = []
    for key, problem in problems:
        index = known.setdefault(problem.language, NearDuplicates(similar_above))
        found = index.add(problem.id, f"{problem.question}\n{problem.canonical_solution}")
        if found is not None:
            alike.append(f"{problem.id} is like {found[0]}")
            continue
        category = problem.tags[0] if problem.tags else ""
        kept.append(Candidate(key=key, language=problem.language, category=category))
    return kept, alike


def choose(finished: Sequence[Candidate], count: int) -> list[Candidate]:
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


FINAL_STEP = "final"
"""Where a job keeps the problems that went all the way."""


ITEMS_FACT = "items"
"""Fact of a job: how many items there are to do."""


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a generation."""

    problems: int
    """In the benchmark."""
    wanted: int
    """As many as were asked for."""
    waiting: int
    """Steps whose answers are still to come."""
    failed: int
    """Steps that the next run tries again."""
    why_waiting: str
    """What the first of those wait for."""
    why_failed: str
    """Why the first of these failed."""
    funnel: tuple[Row, ...]
    """Step by step."""


def finish(job: Job, publication: Publication) -> Finished:
    """Choose, and write the files."""
    store = job.store
    kept, alike = without_duplicates(_finals(store, publication.keys), publication.similar_above)
    chosen = choose(kept, publication.count)
    funnel = funnel_of(store, publication.steps)
    funnel.add("duplicates", len(kept) + len(alike), {"near duplicate": len(alike)})
    funnel.add("selection", len(kept), {"not needed": len(kept) - len(chosen)})
    seeds = Row(step="seeds", entered=publication.read, left=publication.seeds, reasons=dict(publication.dropped))
    rows = (seeds, *funnel.rows)
    publish(job, publication, _Kept(store, [each.key for each in chosen]), rows)
    return Finished(
        problems=len(chosen),
        wanted=publication.count,
        waiting=sum(row.waiting for row in rows),
        failed=sum(row.failed for row in rows),
        why_waiting=_why(store, publication.steps, State.WAITING),
        why_failed=_why(store, publication.steps, State.FAILED),
        funnel=rows,
    )


class _Kept(Collection[Problem]):
    """Problems of a job, read anew each time that they are gone through."""

    def __init__(self, store: Store, keys: Sequence[str]) -> None:
        self._store = store
        self._keys = keys

    def __iter__(self) -> Iterator[Problem]:
        return (problem for _, problem in _finals(self._store, self._keys))

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, problem: object) -> bool:
        return any(problem == each for each in self)


def _finals(store: Store, keys: Iterable[str]) -> Iterator[tuple[str, Problem]]:
    """In the order of the keys, not in that in which they were finished."""
    for key in keys:
        if data := store.done(FINAL_STEP, key):
            yield key, read(store.decoded(FINAL_STEP, key, data, ProblemRow), 0)


def _why(store: Store, steps: Iterable[str], state: State) -> str:
    for step in steps:
        if store.count(step).get(state):
            return next(item.reason for item in store.items(step) if item.state is state)
    return ""
