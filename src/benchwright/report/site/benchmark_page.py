"""How hard each problem is for the models, and how well it separates them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from benchwright.metrics.discrimination import discrimination
from benchwright.metrics.near_duplicates import NearDuplicates
from benchwright.problems import Problem
from benchwright.report.analysis.measures import diversity, evidence
from benchwright.report.analysis.records import Evidence
from benchwright.report.site.columns import Columns, Pool
from benchwright.report.site.records import UNKNOWN, BenchmarkDetails, EvidenceRow, Funnel
from benchwright.report.site.texts import lines_of

_FEWEST = 3
"""With two models there is only their difference, and every problem that shows it would correlate perfectly."""
_SHARE = 0.5
"""Share of the problems that a model must have scored to count, so that a job that just started does not hide
others."""


class Solving(msgspec.Struct, frozen=True, kw_only=True):
    """What the models' answers say about the problems."""

    solved: Mapping[str, float]
    """Problem → mean pass rate of the models with a scored answer to it."""
    correlation: Mapping[str, float | None]
    """Problem → correlation with the rest score, for problems that all models have scored."""


def solving(models: Sequence[Columns], problems: int) -> Solving:
    """Compute pass rates and correlations over first answers."""
    rates = [
        {
            name: passed / scored
            for name, scored, passed in zip(each.places, each.scored, each.passed, strict=True)
            if scored
        }
        for each in models
    ]
    values: dict[str, list[float]] = {}
    for found in rates:
        for name, rate in found.items():
            values.setdefault(name, []).append(rate)
    counted = [found for found in rates if len(found) >= _SHARE * problems]
    measured = (
        discrimination({str(place): found for place, found in enumerate(counted)}) if len(counted) >= _FEWEST else {}
    )
    return Solving(
        solved={name: math.fsum(each) / len(each) for name, each in values.items()},
        correlation={name: each.correlation for name, each in measured.items()},
    )


_ALIKE = 0.7
"""Jaccard index of three-word sequences above which questions count as similar."""
_COMPARED = 8
"""Comparisons per band; bounds the work if very many questions are similar."""
_QUESTION_CHARACTERS = 20_000


Pair = tuple[int, int, float]


def benchmark_details(
    pool: Pool, card: str, solved: Solving, funnels: Sequence[Funnel], duplicates: Sequence[Pair]
) -> BenchmarkDetails:
    """Build the record of the page; `duplicates` come from `find_near_duplicates`."""
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


def find_near_duplicates(problems: Iterable[Problem]) -> Iterator[Pair]:
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
