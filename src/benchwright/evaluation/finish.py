"""Finish a run: compute the score and write samples.jsonl, score.json and samples.parquet."""

from __future__ import annotations

import contextlib
import importlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from benchwright.evaluation.codet import codet_choices, codet_missing
from benchwright.evaluation.outcomes import Result, Tasks, results
from benchwright.evaluation.sample import Sample
from benchwright.evaluation.selection import PublicBehaviour, measure_choices
from benchwright.jobs import Job
from benchwright.judging.solution import SolutionJudgement
from benchwright.metrics import measure_all
from benchwright.metrics.outcome import Estimate, Options, Outcome
from benchwright.problems import Problem

SAMPLES_FILE, PARQUET_FILE, SCORE_FILE = "samples.jsonl", "samples.parquet", "score.json"
_CHUNK = 1000
_FURTHER = {
    **dict.fromkeys(("why", "failed", "toolchain"), str),
    **dict.fromkeys(("tests_passed", "tests_total"), int),
    "passed": bool,
}
"""Columns beyond the fields of Sample and Outcome."""
SCORE_SCHEMA = 1


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Metrics over the judgements of a job, and what they exclude."""

    problems: int
    """Number of problems in the benchmark."""
    samples: int
    """Number of samples, each counted once however many turns it took."""
    states: Mapping[str, int]
    """Number of samples that are scored, unscored, unanswered, or belong to a problem with a defect."""
    reasons: Mapping[str, str] = {}
    """State → reason of the first sample in that state, if there is one; `codet`: why a choice is missing."""
    unplanned: int = 0
    """Problems without a reference. Their tests were never tried on a correct solution, so a pass there proves that the
    tests ran to completion, but is not confirmed with altered tests."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """Metric → name → estimate with its interval."""
    schema: int = SCORE_SCHEMA
    """Version of this record's schema."""

    @property
    def complete(self) -> bool:
        """Whether every sample was answered and scored, apart from defects."""
        return not (self.states.get("unscored") or self.states.get("unanswered") or "codet" in self.reasons)


def score(
    outcomes: Sequence[Outcome],
    options: Options,
    choices: Mapping[str, Estimate],
    reasons: Mapping[str, str],
    unplanned: int,
) -> Score:
    """Compute the score of these outcomes. Samples of problems with defects, and benchwright's own failures, are
    excluded. `choices` holds the estimates of methods that choose among several answers."""
    last: dict[tuple[str, int], str] = {(each.problem, each.sample): each.state for each in outcomes}
    return Score(
        problems=len({each.problem for each in outcomes}),
        samples=len(last),
        states=dict(sorted(Counter(last.values()).items())),
        reasons=reasons,
        unplanned=unplanned,
        metrics={**measure_all(outcomes, options), "selection": choices},
    )


def export(folder: Path, results: Iterable[Result], score: Score) -> None:
    """Write the exports, each replaced atomically. The store remains the source of truth."""
    data = msgspec.json.format(msgspec.json.encode(score), indent=2)
    with _replacing(folder / SCORE_FILE) as file:
        file.write_bytes(data + b"\n")
    with _replacing(folder / SAMPLES_FILE) as file, file.open("wb") as opened:
        for result in results:
            opened.write(msgspec.json.encode(row(result)) + b"\n")
    _export_parquet(folder)


def row(result: Result) -> dict[str, Any]:
    """Return a sample as a flat row: the fields from which it can be read back, and its outcome."""
    outcome = msgspec.to_builtins(result.outcome)
    sample = msgspec.to_builtins(result.sample) if result.sample else {}
    judged = result.judgement
    return {
        **sample,
        **outcome,
        "why": result.why,
        "passed": judged.passed if judged else None,
        "failed": judged.failed if judged else "",
        "toolchain": judged.toolchain if judged else "",
        "tests_passed": _tests(judged, passed=True),
        "tests_total": _tests(judged),
    }


def _tests(judged: SolutionJudgement | None, *, passed: bool = False) -> int | None:
    """Return the number of individual tests, or of those that passed; None if they cannot be distinguished."""
    tests = [test for each in judged.sets.values() for test in each.tests] if judged else []
    if not tests:
        return None
    return sum(test.status == "passed" for test in tests) if passed else len(tests)


def _export_parquet(folder: Path) -> None:
    """Write in chunks with an explicit schema: the first rows of a job may not reveal all types."""
    try:
        pyarrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        return
    columns = {**get_type_hints(Sample), **get_type_hints(Outcome), **_FURTHER}
    schema = pyarrow.schema([(name, _arrow_type(pyarrow, kind)) for name, kind in columns.items()])
    rows = _lines(folder / SAMPLES_FILE)
    with _replacing(folder / PARQUET_FILE) as file, parquet.ParquetWriter(file, schema) as writer:
        while chunk := list(itertools.islice(rows, _CHUNK)):
            writer.write_table(pyarrow.Table.from_pylist(chunk, schema=schema))


def _arrow_type(pyarrow: Any, kind: Any) -> Any:
    if get_origin(kind) is tuple:
        return pyarrow.list_(pyarrow.string())
    known = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    return next((known[each] for each in (kind, *get_args(kind)) if each in known), pyarrow.string())


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open("rb") as opened:
        for line in opened:
            yield _flat(msgspec.json.decode(line))


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    """Encode mappings as JSON: Parquet needs the same columns with the same types in every row."""
    mappings = ((name, value) for name, value in values.items() if isinstance(value, dict))
    return {**values, **{name: msgspec.json.encode(value).decode() for name, value in mappings}}


@contextlib.contextmanager
def _replacing(file: Path) -> Iterator[Path]:
    temporary = file.with_name(f".{file.name}.new")
    try:
        yield temporary
        if temporary.exists():
            temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


REJUDGING_FACT = "rejudging"
"""Fact of a job: set while it is being rejudged."""
OPTIONS_FACT = "score options"
"""Fact of a job: the options its score was last computed with."""
ROUND_FACT = "round"
"""Fact of a job: how often it was rejudged."""
SCORED_ROUND_FACT = "scored round"
"""Fact of a job: the round that its score on disk belongs to."""


class Scorer:
    """Collects the results of a job one by one, and scores them."""

    def __init__(self, job: Job, problems: Mapping[str, Problem]) -> None:
        self._store = job.store
        self._problems = problems
        self._behaviour = PublicBehaviour(problems)
        self._reasons: dict[str, str] = {}
        self.outcomes: list[Outcome] = []
        """The outcomes collected so far."""

    def update(self, result: Result) -> None:
        """Add a result."""
        self._behaviour.update(result)
        if result.why:
            self._reasons.setdefault(result.outcome.state, f"{result.outcome.problem}: {result.why}")
        self.outcomes.append(result.outcome)

    def score(self, options: Options) -> Score:
        """Compute the score of everything collected."""
        reasons = dict(self._reasons)
        choices = {**self._behaviour.choices(), "codet": codet_choices(self._store)}
        if missing := codet_missing(self._store):
            reasons["codet"] = missing
        worth = measure_choices(self.outcomes, choices, options)
        return score(self.outcomes, options, worth, reasons, _unplanned(self._problems))


def options_of(job: Job) -> Options:
    """Return the options a job's score was last computed with."""
    return job.store.decoded("facts", OPTIONS_FACT, job.store.fact(OPTIONS_FACT, "{}").encode(), Options)


def finish(job: Job, problems: Mapping[str, Problem], tasks: Tasks, options: Options | None) -> Score:
    """Score the job's results and write the exports. Without `options`, the options of the last score are used."""
    options = options or options_of(job)
    job.store.note(OPTIONS_FACT, msgspec.json.encode(options).decode())

    def all_results() -> Iterator[Result]:
        return results(job.store, problems, iter(tasks), tasks.turns)

    scorer = Scorer(job, problems)
    for result in all_results():
        scorer.update(result)
    made = scorer.score(options)
    export(job.folder, all_results(), made)
    # Last, and in one transaction: if the process is killed earlier, the old score is not mistaken for one of the new
    # verdicts.
    with job.store.transaction():
        job.store.note(SCORED_ROUND_FACT, job.store.fact(ROUND_FACT, "0"))
        job.store.note(REJUDGING_FACT, "")
    return made


def _unplanned(problems: Mapping[str, Problem]) -> int:
    return sum(1 for problem in problems.values() if not problem.canonical_solution.strip())
