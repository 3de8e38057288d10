"""The data files of the explorer, each built on request.

    explorer = Explorer([Path("job-a"), Path("job-b")], live=True)
    record = explorer.data("site")             # a record of records.py
    text = data_file("site", record)           # as a file; encode(record) returns only the JSON

Keys are `site`, `titles`, `spending`, `benchmark`, `models/KEY`, `problems/NUMBER` and `runs/KEY`. An Explorer is
thread-safe: one thread works at a time, but none waits for the search for duplicates. Jobs are read again when their
files change; running jobs no more often than is cheap. The list of jobs is fixed: for another list, create another
Explorer.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.jobs import Store
from benchwright.report.results import Standing, standing
from benchwright.report.site.benchmark_page import Pair, benchmark_details, find_near_duplicates
from benchwright.report.site.columns import Pool
from benchwright.report.site.jobs import evaluation_run, funnel_record, generation_run, problem_results
from benchwright.report.site.model_page import model_details, model_row, spent
from benchwright.report.site.problem_page import (
    Answer,
    ProblemDetails,
    answer_of,
    problem_columns,
    problem_details,
    titles,
)
from benchwright.report.site.reading import Contents, Reading
from benchwright.report.site.records import BenchmarkDetails, Model, ModelDetails, RunDetails, Site, Spending, Titles

PARTS = ("models", "problems", "runs")
"""Prefixes of the keys that contain a slash."""


class Explorer:
    """Builds the records of the data files."""

    def __init__(self, jobs: Sequence[Path], benchmark: str = "", *, title: str = "", live: bool = False) -> None:
        """`benchmark` names the problems to use instead of the jobs' own. With `live`, jobs may be running: numbers are
        computed without resampling, and an unreadable job is a note instead of an error."""
        self._reading = Reading(jobs, benchmark, live=live)
        self._title = title
        self._live = live
        self._lock = threading.RLock()
        self._searching = threading.Lock()
        self._alike: tuple[Pool, tuple[Pair, ...]] | None = None
        self._benchmark: tuple[Contents, BenchmarkDetails] | None = None
        self._made: tuple[Contents, str] | None = None

    def data(self, key: str) -> msgspec.Struct:
        """Build the record of a data file; raise UsageError for an unknown key."""
        if key == "benchmark":
            return self._benchmark_details()
        with self._lock:
            contents = self._reading.contents()
            part, _, rest = key.partition("/")
            plain: dict[str, Callable[[Contents], msgspec.Struct]] = {
                "site": self._site,
                "titles": self._titles,
                "spending": self._spending,
            }
            detailed: dict[str, Callable[[Contents, str], msgspec.Struct]] = {
                "models": self._model,
                "problems": self._problem,
                "runs": self._run,
            }
            if key in plain:
                return plain[key](contents)
            if part in detailed and rest:
                return detailed[part](contents, rest)
            raise _unknown(key)

    def site(self) -> Site:
        """Build the record `site`."""
        with self._lock:
            return self._site(self._reading.contents())

    def common_keys(self) -> Iterator[str]:
        """Return every key except those of problems."""
        contents = self._reading.contents()
        yield from ("site", "titles", "spending", "benchmark")
        yield from (f"models/{key}" for key in contents.evaluations)
        yield from (f"runs/{key}" for key in (*contents.evaluations, *contents.generations))

    def problem_count(self) -> int:
        """Return the number of problems."""
        return len(self._reading.contents().ids)

    def problem_pages(self) -> Iterator[tuple[str, ProblemDetails]]:
        """Yield key and record of every problem, one at a time, with all jobs open."""
        contents = self._reading.contents()
        with contextlib.ExitStack() as opened:
            stores = {
                key: opened.enter_context(self._reading.job(each.folder)).store
                for key, each in contents.evaluations.items()
            }
            for number in range(len(contents.ids)):
                answers = [
                    answer for key, store in stores.items() for answer in self._answers(contents, number, key, store)
                ]
                yield f"problems/{number}", self._details(contents, number, answers)

    def _site(self, contents: Contents) -> Site:
        rows = [model_row(each, key, contents.names[key], contents.ids) for key, each in contents.evaluations.items()]
        return Site(
            title=self._title or contents.title,
            fingerprint=contents.fingerprint,
            notes=contents.notes,
            made=self._when(contents),
            version=version("benchwright"),
            live=self._live,
            problems=problem_columns(contents.pool),
            models=tuple(sorted(rows, key=_standing)),
            runs=contents.heads(),
        )

    def _when(self, contents: Contents) -> str:
        """When the contents were assembled: identical contents give an identical file."""
        if self._made is None or self._made[0] is not contents:
            self._made = (contents, datetime.now(UTC).isoformat(timespec="seconds"))
        return self._made[1]

    def _titles(self, contents: Contents) -> Titles:
        return titles(contents.pool)

    def _spending(self, contents: Contents) -> Spending:
        return Spending(models={key: spent(each.columns, contents.ids) for key, each in contents.evaluations.items()})

    def _benchmark_details(self) -> BenchmarkDetails:
        """Cached until something changes: finding duplicates takes seconds in a large benchmark."""
        with self._lock:
            contents = self._reading.contents()
            if self._benchmark is not None and self._benchmark[0] is contents:
                return self._benchmark[1]
        duplicates = self._duplicates(contents.pool)
        with self._lock:
            funnels = [funnel_record(each, key, contents.names[key]) for key, each in contents.generations.items()]
            made = benchmark_details(contents.pool, contents.card, contents.solving, funnels, duplicates)
            self._benchmark = (contents, made)
            return made

    def _duplicates(self, pool: Pool) -> tuple[Pair, ...]:
        """Computed once for the same problems."""
        with self._searching:
            if self._alike is None or self._alike[0] is not pool:
                self._alike = (pool, tuple(find_near_duplicates(pool.problems.values())))
            return self._alike[1]

    def _model(self, contents: Contents, key: str) -> ModelDetails:
        if key not in contents.evaluations:
            raise _unknown(f"models/{key}")
        return model_details(contents.evaluations[key], key, contents.ids, live=self._live)

    def _run(self, contents: Contents, key: str) -> RunDetails:
        if key in contents.evaluations:
            evaluation = contents.evaluations[key]
            with self._reading.job(evaluation.folder) as job:
                return evaluation_run(job, evaluation, key)
        if key in contents.generations:
            generation = contents.generations[key]
            with self._reading.job(generation.folder) as job:
                return generation_run(job, generation, key, contents.names[key])
        raise _unknown(f"runs/{key}")

    def _problem(self, contents: Contents, rest: str) -> ProblemDetails:
        if not (rest.isascii() and rest.isdecimal() and len(rest) < 10 and int(rest) < len(contents.ids)):
            raise _unknown(f"problems/{rest}")
        answers: list[Answer] = []
        for key, evaluation in contents.evaluations.items():
            with self._reading.job(evaluation.folder) as job:
                answers += self._answers(contents, int(rest), key, job.store)
        return self._details(contents, int(rest), answers)

    def _answers(self, contents: Contents, number: int, key: str, store: Store) -> Iterator[Answer]:
        evaluation, name = contents.evaluations[key], contents.ids[number]
        if not evaluation.has(name):
            return
        for result in problem_results(store, evaluation.settings, contents.pool, name, evaluation.defects):
            yield answer_of(result, key, evaluation.folder)

    def _details(self, contents: Contents, number: int, answers: Sequence[Answer]) -> ProblemDetails:
        name, found = contents.ids[number], contents.solving
        return problem_details(
            contents.pool.problems[name], answers, found.solved.get(name), found.correlation.get(name)
        )


def _standing(model: Model) -> Standing:
    return standing(model.name, model.pass_at_k.get("pass@1"), len(model.scored) - len(model.left_out))


def _unknown(key: str) -> UsageError:
    return UsageError(f"there is no data {key!r}", "`site` lists the models, runs and problems")
