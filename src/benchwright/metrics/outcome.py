"""The records that metrics read and return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

State = Literal["scored", "unscored", "defect", "unanswered"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of one answer to one problem."""

    problem: str
    """Id of the problem."""
    sample: int
    """Number of the sample among the problem's samples, from 0."""
    turn: int = 1
    """Number of the attempt, from 1. Later attempts follow a failure with feedback."""
    language: str = ""
    """Id of the problem's language."""
    difficulty: str = ""
    """One of easy, medium, hard; empty if unknown."""
    tags: tuple[str, ...] = ()
    """Topics of the problem."""
    libraries: tuple[str, ...] = ()
    """Packages that a solution needs."""
    reference_lines: int = 0
    """Lines of the problem's reference; 0 if unknown."""
    target_lines: int = 0
    """Lines of the reference that fill the problem's hole; 0 without a hole."""
    context_lines: int = 0
    """Lines around that hole; 0 without a hole."""
    calls: int | None = None
    """Calls in the function to be written; None if not counted."""
    library_count: int | None = None
    """Number of packages that the file with the hole needs; None without a hole."""
    state: State = "scored"
    """`scored`: it has a verdict. `unscored`: benchwright failed to judge it. `defect`: the problem cannot judge
    solutions. `unanswered`: the model has not answered."""
    verdict: str = ""
    """The verdict; empty unless scored."""
    evidence: str = ""
    """Evidence for a pass by tests: full, sampled or completion, the weakest of its test sets; empty if it did not
    pass, or if unknown."""
    verdicts: Mapping[str, str] = {}
    """Test set → its verdict; empty unless scored."""
    authors: Mapping[str, str] = {}
    """Test set → its author, for sets with a known author."""
    reason: str = ""
    """Reason of the verdict in a few words."""
    message: str = ""
    """Output of the failed check or the error."""
    failure: str = ""
    """Failure class; empty if it passed."""
    prompt_tokens: int | None = None
    """Number of tokens the model read; None if unknown."""
    completion_tokens: int | None = None
    """Number of tokens the model wrote, reasoning included; None if unknown."""
    cost: float | None = None
    """Cost of the answer in USD; None if unknown."""
    answer_s: float | None = None
    """Time the model took, in seconds; None if unknown."""
    judge_s: float | None = None
    """Time that judging took, in seconds; None if not judged."""

    @property
    def scored(self) -> bool:
        """Whether the sample counts in scores."""
        return self.state == "scored"

    @property
    def passed(self) -> bool:
        """Whether the sample was judged and passed."""
        return self.state == "scored" and self.verdict == "passed"


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A number with its confidence interval."""

    value: float
    """Value of the metric."""
    low: float | None = None
    """Lower end of the 95 % interval (bootstrap over problems); None without an interval."""
    high: float | None = None
    """Upper end of the interval; None without an interval."""
    n: int
    """Number of problems counted, or of samples if the metric says so."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options for computing metrics."""

    k: tuple[int, ...] = (1,)
    """Values of k for pass@k and pass^k."""
    seed: int = 0
    """Seed for all resampling."""
    resamples: int = 2000
    """Number of resamples per interval; 0 for no intervals."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of the scored first-turn answers to one problem."""

    scored: int
    """Number of scored answers."""
    passed: int
    """Number of scored answers that passed."""


def by_problem(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Group the outcomes by problem, in their original order."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.problem, []).append(outcome)
    return groups


def first_answers(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes of the first turn, so that result sets with and without later turns are comparable."""
    return [outcome for outcome in outcomes if outcome.turn == 1]


def tallies(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """Count each problem's first-turn answers. Problems without a scored one are excluded."""
    scored = (outcome for outcome in first_answers(outcomes) if outcome.scored)
    return {
        problem: Tally(scored=len(group), passed=sum(outcome.passed for outcome in group))
        for problem, group in by_problem(scored).items()
    }
