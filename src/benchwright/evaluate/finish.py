"""Ends a run over a job: the score of what it has, and the exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from benchwright.evaluate.codet import codet_choices, codet_missing
from benchwright.evaluate.export import export
from benchwright.evaluate.outcomes import Result, results
from benchwright.evaluate.score import Score, score
from benchwright.evaluate.selection import PublicBehaviour, measure_choices
from benchwright.evaluate.tasks import Tasks
from benchwright.jobs import Job
from benchwright.metrics.outcome import Options, Outcome
from benchwright.problems import Problem

UNDER_WAY = "judging anew"
"""Fact of a job whose verdicts are being made anew."""
OPTIONS_FACT = "score options"
"""Fact of a job: how its score was made last."""
ROUND_FACT = "round"
"""Fact of a job: how often its verdicts were made anew."""
SCORED_ROUND_FACT = "scored round"
"""Fact of a job: the round that its score on disk is of."""


class Hearing:
    """Takes in the results of a job one by one, and scores them."""

    def __init__(self, job: Job, problems: Mapping[str, Problem]) -> None:
        self._store = job.store
        self._problems = problems
        self._behaviour = PublicBehaviour(problems)
        self._reasons: dict[str, str] = {}
        self.outcomes: list[Outcome] = []
        """Of those that were heard of."""

    def hear(self, result: Result) -> None:
        """One more."""
        self._behaviour.hear(result)
        if result.why:
            self._reasons.setdefault(result.outcome.state, f"{result.outcome.problem}: {result.why}")
        self.outcomes.append(result.outcome)

    def score(self, options: Options) -> Score:
        """The numbers of all of them."""
        reasons = dict(self._reasons)
        choices = {**self._behaviour.choices(), "codet": codet_choices(self._store)}
        if missing := codet_missing(self._store):
            reasons["codet"] = missing
        worth = measure_choices(self.outcomes, choices, options)
        return score(self.outcomes, options, worth, reasons, _unplanned(self._problems))


def options_of(job: Job) -> Options:
    """How the score of a job was made last."""
    return job.store.decoded("facts", OPTIONS_FACT, job.store.fact(OPTIONS_FACT, "{}").encode(), Options)


def finish(job: Job, problems: Mapping[str, Problem], tasks: Tasks, options: Options | None) -> Score:
    """Score what the job has, as told or else as the last time, and write the exports."""
    options = options or options_of(job)
    job.store.note(OPTIONS_FACT, msgspec.json.encode(options).decode())

    def all_results() -> Iterator[Result]:
        return results(job.store, problems, iter(tasks), tasks.turns)

    hearing = Hearing(job, problems)
    for result in all_results():
        hearing.hear(result)
    made = hearing.score(options)
    export(job.folder, all_results(), made)
    # Last, and together: whoever is killed before leaves an old score that nobody takes for one of the new verdicts.
    with job.store.transaction():
        job.store.note(SCORED_ROUND_FACT, job.store.fact(ROUND_FACT, "0"))
        job.store.note(UNDER_WAY, "")
    return made


def _unplanned(problems: Mapping[str, Problem]) -> int:
    return sum(1 for problem in problems.values() if not problem.canonical_solution.strip())
