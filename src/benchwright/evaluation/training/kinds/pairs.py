"""Preferences: a passed and a failed answer to the same question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from benchwright.evaluation.training.decontaminate import Decontamination
from benchwright.evaluation.training.rows import Lineage, Options, Tally, answer
from benchwright.evaluation.training.sources import Attempt, Group, answer_text, plain_code, question
from benchwright.judging.verdict import Verdict
from benchwright.models import Message

SAMPLES = "must"
HINT = "pairs need problems with a passed and a failed sample; draw more samples with `evaluate -n`"

_MOST_CODES = 32
"""Maximum number of programs per side to compare: the cost grows with the product."""
_TOKEN = re.compile(r"\w+|[^\w\s]")
_RANKS = {Verdict.WRONG_ANSWER: 0, Verdict.RUNTIME_ERROR: 1, Verdict.COMPILE_ERROR: 4}
"""The most instructive failures come first: programs that run and are wrong. All other verdicts rank in between."""
_OTHER_RANK = 2
_FLAWED_RANK = 5


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """Lineage of both answers."""

    chosen: Lineage
    """Lineage of the answer that passed."""
    rejected: Lineage
    """Lineage of the answer that failed."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One preference pair."""

    prompt: tuple[Message, ...]
    """System message, if there is one, and user message."""
    chosen: tuple[Message, ...]
    """The assistant's answer that passed."""
    rejected: tuple[Message, ...]
    """The assistant's answer that failed."""
    language: str
    """Id of the problem's language."""
    problem: str
    """Id of the problem."""
    lineage: Sides
    """Where the two answers come from."""


class _Pair(msgspec.Struct, frozen=True):
    chosen: int
    rejected: int
    rank: int
    likeness: float


def rows(group: Group, options: Options, decontamination: Decontamination, tally: Tally) -> Iterator[Row]:
    """Yield the pairs of a problem, the most instructive first."""
    passed = _distinct([each for each in group.attempts if each.judgement.passed and not _cut(each, options)])
    failed = _distinct([each for each in group.attempts if not each.judgement.passed])
    if not passed or not failed:
        tally.leave_out(_one_sided(passed, failed), bool(passed or failed or group.unanswered))
        return
    if hit := decontamination.of_problem(group.problem):
        tally.contaminated(hit.benchmark, hit.reason)
        return
    language = group.problem.language
    passed = list(_clean(passed, language, decontamination, tally))
    failed = list(_clean(failed, language, decontamination, tally))
    failed.sort(key=_rank)
    most = 1 if options.per_problem is None else options.per_problem
    for pair in _choose(_pairs(passed[:_MOST_CODES], failed[:_MOST_CODES]), most):
        yield _row(group, passed[pair.chosen], failed[pair.rejected], options)


def _one_sided(passed: Sequence[Attempt], failed: Sequence[Attempt]) -> str:
    if not passed and not failed:
        return "problems without a judged sample"
    return "problems where all passed" if passed else "problems without a complete passing answer"


def _cut(attempt: Attempt, options: Options) -> bool:
    return options.answers == "raw" and bool(attempt.sample.flaw)


def _distinct(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Keep the first attempt with each code."""
    first: dict[str, Attempt] = {}
    for attempt in attempts:
        first.setdefault(plain_code(attempt.sample.code), attempt)
    return list(first.values())


def _clean(
    attempts: Sequence[Attempt], language: str, decontamination: Decontamination, tally: Tally
) -> Iterator[Attempt]:
    for attempt in attempts:
        if hit := decontamination.of_code(language, attempt.sample.code):
            tally.contaminated(hit.benchmark, hit.reason)
        else:
            yield attempt


def _rank(attempt: Attempt) -> int:
    return _FLAWED_RANK if attempt.sample.flaw else _RANKS.get(attempt.judgement.verdict, _OTHER_RANK)


def _pairs(passed: Sequence[Attempt], failed: Sequence[Attempt]) -> list[_Pair]:
    right = [_tokens(attempt) for attempt in passed]
    wrong = [_tokens(attempt) for attempt in failed]
    ranks = [_rank(attempt) for attempt in failed]
    return [
        _Pair(chosen, rejected, ranks[rejected], _likeness(right[chosen], wrong[rejected]))
        for rejected in range(len(failed))
        for chosen in range(len(passed))
    ]


def _tokens(attempt: Attempt) -> Counter[str]:
    return Counter(_TOKEN.findall(attempt.sample.code))


def _likeness(first: Counter[str], second: Counter[str]) -> float:
    """Return the share of common tokens: similar programs differ only in what matters."""
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def _choose(pairs: list[_Pair], most: int) -> Iterator[_Pair]:
    """Use each failure once, then again with other answers; the passed answers take turns."""
    used: Counter[tuple[str, int]] = Counter()
    left = list(pairs)
    for _ in range(min(most, len(left))):
        best = min(
            left,
            key=lambda pair: (
                used["rejected", pair.rejected],
                pair.rank,
                used["chosen", pair.chosen],
                -pair.likeness,
                pair.rejected,
                pair.chosen,
            ),
        )
        left.remove(best)
        used.update((("rejected", best.rejected), ("chosen", best.chosen)))
        yield best


def _row(group: Group, chosen: Attempt, rejected: Attempt, options: Options) -> Row:
    problem = group.problem
    return Row(
        prompt=question(chosen.source, problem),
        chosen=answer(answer_text(problem, chosen, options.answers)),
        rejected=answer(answer_text(problem, rejected, options.answers)),
        language=problem.language,
        problem=problem.id,
        lineage=Sides(chosen=chosen.lineage(problem), rejected=rejected.lineage(problem)),
    )
