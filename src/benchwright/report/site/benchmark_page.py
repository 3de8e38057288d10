"""`benchmark`: the problems, their evidence, and what the models' results say about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchwright.metrics.near_duplicates import NearDuplicates
from benchwright.problems import Problem
from benchwright.report.analysis.measures import diversity, evidence
from benchwright.report.analysis.records import Evidence
from benchwright.report.site.columns import Pool
from benchwright.report.site.records import UNKNOWN, BenchmarkDetails, EvidenceRow, Funnel
from benchwright.report.site.solving import Solving
from benchwright.report.site.texts import lines_of

_ALIKE = 0.7
"""Jaccard index of three-word sequences above which questions count as similar."""
_COMPARED = 8
"""Comparisons per band; bounds the work if very many questions are similar."""
_QUESTION_CHARACTERS = 20_000


Pair = tuple[int, int, float]


def benchmark_details(
    pool: Pool, card: str, solved: Solving, funnels: Sequence[Funnel], duplicates: Sequence[Pair]
) -> BenchmarkDetails:
    """Build the record of the page; `duplicates` come from `alike`."""
    problems = list(pool.problems.values())
    nothing = [None] * len(problems)
    varied, proven = diversity(problems, nothing, nothing), evidence(problems)
    return BenchmarkDetails(
        card=card,
        lines=tuple(pool.traits(problem.id).reference_lines for problem in problems),
        question_words=tuple(len(problem.question.split()) for problem in problems),
        tests=tuple(map(_tests, problems)),
        solved=tuple(_rounded(solved.solved.get(problem.id, UNKNOWN)) for problem in problems),
        correlation=tuple(_known(solved.correlation.get(problem.id)) for problem in problems),
        duplicates=tuple(duplicates),
        evidence=tuple(_evidence_rows(proven)),
        flags=proven.flags,
        licences=varied.licences,
        repositories=varied.repositories,
        funnels=tuple(funnels),
    )


def _rounded(value: float) -> float:
    return round(value, 4)


def _known(value: float | None) -> float | None:
    return None if value is None else _rounded(value)


def _tests(problem: Problem) -> int:
    return sum(map(lines_of, problem.tests.values())) or sum(map(len, problem.cases.values()))


def alike(problems: Iterable[Problem]) -> Iterator[Pair]:
    """Pair each problem with the most similar earlier one in its language: a translation is not a duplicate."""
    seen: dict[str, NearDuplicates] = {}
    for place, problem in enumerate(problems):
        if not problem.question.strip():
            continue
        index = seen.setdefault(problem.language, NearDuplicates(_ALIKE, most=_COMPARED))
        if found := index.add(str(place), problem.question[:_QUESTION_CHARACTERS]):
            yield int(found[0]), place, _rounded(found[1])


def _evidence_rows(proven: Evidence) -> Iterator[EvidenceRow]:
    for name, each in proven.mutation.items():
        yield EvidenceRow(
            name=f"mutants noticed by {name}", part=each.killed, whole=each.mutants, problems=each.problems
        )
    for name, covered in proven.coverage.items():
        yield EvidenceRow(
            name=f"lines reached by {name}", part=covered.covered, whole=covered.lines, problems=covered.problems
        )
