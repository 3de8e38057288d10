"""The records that metrics are made from and made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

State = Literal["scored", "unscored", "defect", "unanswered"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one answer to one problem."""

    problem: str
    """Id of the problem."""
    sample: int
    """Which of the problem's samples, counted from 0."""
    turn: int = 1
    """Which answer of the sample, counted from 1. Later ones follow a failure that the model was shown."""
    language: str = ""
    """Language id."""
    difficulty: str = ""
    """easy, medium or hard; empty where unknown."""
    tags: tuple[str, ...] = ()
    """What the problem is about."""
    libraries: tuple[str, ...] = ()
    """Packages that a solution needs."""
    reference_lines: int = 0
    """Lines of the problem's reference; 0 where none is known."""
    target_lines: int = 0
    """Lines of the reference that fill the hole of the problem; 0 where there is none."""
    context_lines: int = 0
    """Lines around that hole."""
    calls: int | None = None
    """Calls in the function that is to be written; None where nobody counted."""
    library_count: int | None = None
    """How many packages the file with the hole needs; None where there is none."""
    state: State = "scored"
    """`scored` has a verdict. `unscored`: we failed to judge it. `defect`: the problem can judge nobody.
    `unanswered`: the model has not answered."""
    verdict: str = ""
    """The verdict; empty unless scored."""
    evidence: str = ""
    """What stands behind a pass by tests: full, sampled or completion, the weakest of its test sets; empty where it did
    not pass, or is not known."""
    verdicts: Mapping[str, str] = {}
    """Test set → its verdict alone; empty unless scored."""
    authors: Mapping[str, str] = {}
    """Test set → who wrote it, for sets whose author is known."""
    reason: str = ""
    """Why, in a few words."""
    message: str = ""
    """What the failed check or the error said."""
    failure: str = ""
    """Its failure class; empty when it passed."""
    prompt_tokens: int | None = None
    """Tokens that the model read."""
    completion_tokens: int | None = None
    """Tokens that the model wrote, reasoning included."""
    cost: float | None = None
    """What the answer cost, in US dollars."""
    answer_s: float | None = None
    """How long the model took."""
    judge_s: float | None = None
    """How long judging took."""

    @property
    def scored(self) -> bool:
        """Whether it counts in scores."""
        return self.state == "scored"

    @property
    def passed(self) -> bool:
        """Whether it was judged and passed."""
        return self.state == "scored" and self.verdict == "passed"


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A number and how sure it is."""

    value: float
    """The number."""
    low: float | None = None
    """Lower end of the 95 % interval (bootstrap over problems); None where there is none."""
    high: float | None = None
    """Upper end of it."""
    n: int
    """Problems, or where the metric says so samples, that were counted."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller may choose."""

    k: tuple[int, ...] = (1,)
    """The k of pass@k and pass^k."""
    seed: int = 0
    """Seed of all resampling."""
    resamples: int = 2000
    """How many resamples an interval is made of; 0 for none."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The scored first answers to one problem."""

    scored: int
    """How many were scored."""
    passed: int
    """How many of them passed."""


def by_problem(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """The outcomes of each problem, in the order in which they came."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.problem, []).append(outcome)
    return groups


def first_answers(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Those of the first turn, so that a result set with later turns compares with one without."""
    return [outcome for outcome in outcomes if outcome.turn == 1]


def tallies(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """How each problem's first answers fared. Problems without a scored one are left out."""
    scored = (outcome for outcome in first_answers(outcomes) if outcome.scored)
    return {
        problem: Tally(scored=len(group), passed=sum(outcome.passed for outcome in group))
        for problem, group in by_problem(scored).items()
    }
