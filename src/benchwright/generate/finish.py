"""Finish a run over a generation job: select the problems, complete the funnel, publish."""

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
    """What the selection needs to know about a problem."""

    key: str
    """Key of the item in the job."""
    language: str
    """Id of the problem's language."""
    category: str
    """Category of the problem; empty if it has none."""


def without_duplicates(
    problems: Iterable[tuple[str, Problem]], similar_above: float
) -> tuple[list[Candidate], list[str]]:
    """Separate the problems that resemble no earlier one in their language from the others, each as `a resembles b`."""
    known: dict[str, NearDuplicates] = {}
    kept: list[Candidate] = []
    alike: list[str] = []
    for key, problem in problems:
        index = known.setdefault(problem.language, NearDuplicates(similar_above))
        found = index.add(problem.id, f"{problem.question}\n{problem.canonical_solution}")
        if found is not None:
            alike.append(f"{problem.id} resembles {found[0]}")
            continue
        category = problem.tags[0] if problem.tags else ""
        kept.append(Candidate(key=key, language=problem.language, category=category))
    return kept, alike


def choose(finished: Sequence[Candidate], count: int) -> list[Candidate]:
    """Choose at most `count` problems, in their original order. The language with the fewest problems comes next, with
    a problem of the category that has the fewest so far."""
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
"""Step that stores the problems that passed all steps."""


ITEMS_FACT = "items"
"""Fact of a job: the number of items to process."""


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a generation."""

    problems: int
    """Number of problems in the benchmark."""
    wanted: int
    """Number of problems requested."""
    waiting: int
    """Number of steps whose answers are pending."""
    failed: int
    """Number of steps that the next run retries."""
    why_waiting: str
    """What the first waiting step waits for."""
    why_failed: str
    """Why the first failed step failed."""
    funnel: tuple[Row, ...]
    """Counts for each step."""


def finish(job: Job, publication: Publication) -> Finished:
    """Select problems and write the files."""
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
    """Problems of a job, read from the store on every iteration."""

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
    """Yield the problems in the order of the keys, not in the order in which they were finished."""
    for key in keys:
        if data := store.done(FINAL_STEP, key):
            yield key, read(store.decoded(FINAL_STEP, key, data, ProblemRow), 0)


def _why(store: Store, steps: Iterable[str], state: State) -> str:
    for step in steps:
        if store.count(step).get(state):
            return next(item.reason for item in store.items(step) if item.state is state)
    return ""
