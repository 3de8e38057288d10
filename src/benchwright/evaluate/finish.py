"""Ends a run over a job: the score of what it has, and the exports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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


def finish(job: Job, problems: Mapping[str, Problem], tasks: Tasks, options: Options | None) -> Score:
    """Score what the job has, as told or else as the last time, and write the exports."""
    if options is None:
        options = msgspec.json.decode(job.store.fact(OPTIONS_FACT, "{}"), type=Options)
    job.store.note(OPTIONS_FACT, msgspec.json.encode(options).decode())
    job.store.note(UNDER_WAY, "")

    def all_results() -> Iterator[Result]:
        return results(job.store, problems, iter(tasks))

    behaviour = PublicBehaviour(problems)
    reasons: dict[str, str] = {}
    outcomes = list(_heard(all_results(), behaviour, reasons))
    choices = {**behaviour.choices(), "codet": codet_choices(job.store)}
    if missing := codet_missing(job.store):
        reasons["codet"] = missing
    made = score(outcomes, options, measure_choices(outcomes, choices, options), reasons, _unplanned(problems))
    export(job.folder, all_results(), made)
    return made


def _unplanned(problems: Mapping[str, Problem]) -> int:
    return sum(1 for problem in problems.values() if not problem.canonical_solution.strip())


def _heard(found: Iterable[Result], behaviour: PublicBehaviour, reasons: dict[str, str]) -> Iterator[Outcome]:
    for result in found:
        behaviour.hear(result)
        if result.why:
            reasons.setdefault(result.outcome.state, f"{result.outcome.problem}: {result.why}")
        yield result.outcome
