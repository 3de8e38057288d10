"""Load a file of samples into a job, all or nothing."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.engine import with_code
from benchwright.evaluation.sample import ANSWER_STEP, Sample
from benchwright.jobs import Store
from benchwright.problems import Problem
from benchwright.problems.rows import NumberedRow, language_id, rows_of


class SampleRow(msgspec.Struct, frozen=True, kw_only=True):
    """The samples in one row: one or several answers to one problem."""

    problem: str = ""
    """Id of the problem; empty if the row has none."""
    content: str = ""
    """Identifies the problem if it has no id: `content_key` of its question and tests."""
    texts: tuple[str, ...]
    """The answers; empty if the row marks the sample as unanswered."""
    kind: Literal["answer", "completion", "solution"]
    """What the texts are: answers to the question, completions of the prefix, or complete solutions."""
    sample: int | None = None
    """Number of the first sample; None: the next free number."""
    turn: int = 1
    """Number of the attempt, from 1."""
    finish_reason: str = ""
    """Why the model stopped; empty if unknown."""
    may_be_empty: bool = False
    """Whether an empty answer is accepted."""


def texts_of(given: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return a tuple for a field that holds one text or a list of them."""
    return (given,) if isinstance(given, str) else given


def content_key(language: str, question: str, full_tests: str) -> str:
    """Identify a problem by its language, question and full tests."""
    return hashlib.sha256("\0".join((language, question, full_tests)).encode(errors="surrogateescape")).hexdigest()


def content_key_of(problem: Problem) -> str:
    """Return the content key of a problem."""
    return content_key(problem.language, problem.question, problem.tests.get("full", ""))


class SampleFormat(Protocol):
    """A format: a record with the fields to read from a row."""

    FIELDS: ClassVar[frozenset[str]]
    """A row with these fields has this format. If several match, the one with the most fields wins."""

    def read(self) -> SampleRow:
        """Return the answers in the row."""
        ...


class AutoCodeBench(msgspec.Struct, frozen=True, kw_only=True):
    """AutoCodeBench: answers in `output`. Rows without an id are matched by content."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"output", "full_test_func", "language"})

    output: str | tuple[str, ...]
    language: str
    full_test_func: str
    question: str = ""
    id: str | int | None = None

    def read(self) -> SampleRow:
        content = content_key(language_id(self.language), self.question, self.full_test_func)
        problem = str(self.id) if self.id is not None else ""
        return SampleRow(problem=problem, content=content, texts=texts_of(self.output), kind="answer")


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A job's samples.jsonl: the answer in `raw`, with the numbers of the sample and turn."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"problem"})

    problem: str
    raw: str | None = None
    sample: Annotated[int, msgspec.Meta(ge=0)] | None = None
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    state: str = ""
    kind: Literal["answer", "completion", "solution"] = "answer"
    finish_reason: str = ""

    def read(self) -> SampleRow:
        if self.raw is None and not self.state:
            raise UsageError("the field `raw` is missing", "each row needs the fields problem and raw")
        return SampleRow(
            problem=self.problem,
            texts=(self.raw,) if self.raw is not None else (),
            kind=self.kind,
            sample=self.sample,
            turn=self.turn,
            finish_reason=self.finish_reason,
            may_be_empty=bool(self.state),
        )


class HumanEvalCompletion(msgspec.Struct, frozen=True, kw_only=True):
    """human-eval and EvalPlus: one or several `completion`s of the prompt."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"task_id", "completion"})

    task_id: str | int
    completion: str | tuple[str, ...]

    def read(self) -> SampleRow:
        return SampleRow(problem=str(self.task_id), texts=texts_of(self.completion), kind="completion")


class EvalPlusSolution(msgspec.Struct, frozen=True, kw_only=True):
    """EvalPlus and BigCodeBench: one or several complete solutions in `solution`."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"task_id", "solution"})

    task_id: str | int
    solution: str | tuple[str, ...]

    def read(self) -> SampleRow:
        return SampleRow(problem=str(self.task_id), texts=texts_of(self.solution), kind="solution")


class LiveCodeBench(msgspec.Struct, frozen=True, kw_only=True):
    """LiveCodeBench: all programs for one question in `code_list`."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"question_id", "code_list"})

    question_id: str
    code_list: tuple[str, ...]

    def read(self) -> SampleRow:
        return SampleRow(problem=self.question_id, texts=self.code_list, kind="solution")


class MultiPLE(msgspec.Struct, frozen=True, kw_only=True):
    """MultiPL-E: all `completions` of one problem."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"name", "completions"})

    name: str
    completions: tuple[str, ...]

    def read(self) -> SampleRow:
        return SampleRow(problem=self.name, texts=self.completions, kind="completion")


SAMPLE_FORMATS: tuple[type[SampleFormat], ...] = (
    AutoCodeBench,
    Exported,
    HumanEvalCompletion,
    LiveCodeBench,
    MultiPLE,
    EvalPlusSolution,
)


def read_row(fields: dict[str, Any]) -> SampleRow:
    """Read the answers of a row in any known format; raise UsageError for anything else."""
    fitting = [each for each in SAMPLE_FORMATS if fields.keys() >= each.FIELDS]
    if not fitting:
        given = ", ".join(sorted(fields))
        raise UsageError(
            f"no sample format has the fields {given}", f"use the fields of a known format: {known_fields()}"
        )
    chosen = max(fitting, key=lambda each: len(each.FIELDS))
    try:
        return msgspec.convert(fields, chosen).read()
    except msgspec.ValidationError as error:
        raise UsageError(str(error), f"rows of this format have the fields {_named(chosen)}") from None


def known_fields() -> str:
    """Return the fields of every format, for messages."""
    return "; ".join(map(_named, SAMPLE_FORMATS))


def _named(each: type[SampleFormat]) -> str:
    return " + ".join(sorted(each.FIELDS))


_FACT = "samples"


class LoadedSamples(msgspec.Struct, frozen=True, kw_only=True):
    """Result of loading a file of samples."""

    loaded: int
    """Number of samples loaded into the job."""
    skipped: tuple[str, ...] = ()
    """Skipped rows, each as `file:line: reason`."""


def load_samples(
    store: Store,
    problems: Mapping[str, Problem],
    file: Path,
    *,
    lenient: bool = False,
    others: Mapping[str, Problem] | None = None,
) -> LoadedSamples:
    """Load the file's samples into the store, once: a job that already has them keeps them. Samples of `others`,
    problems of the benchmark that are not evaluated now, are skipped."""
    if done := store.fact(_FACT):
        return msgspec.json.decode(done, type=LoadedSamples)
    loading = _Loading(problems, others or {}, file, lenient)
    with store.transaction():
        for sample in loading.samples():
            store.put(ANSWER_STEP, sample.key, msgspec.json.encode(sample))
        loading.check_turns()
        if not loading.loaded:
            why = f": {loading.skipped[0]}" if loading.skipped else ""
            raise UsageError(f"{file} contains no samples{why}", f"use the fields of a known format: {known_fields()}")
        result = LoadedSamples(loaded=loading.loaded, skipped=tuple(loading.skipped))
        store.note(_FACT, msgspec.json.encode(result).decode())
    return result


class _Loading:
    """One pass over a file of samples."""

    def __init__(
        self, problems: Mapping[str, Problem], others: Mapping[str, Problem], file: Path, lenient: bool
    ) -> None:
        self.loaded = 0
        self.skipped: list[str] = []
        self._wanted = problems
        self._known = _KnownProblems([*problems.values(), *others.values()])
        self._file = file
        self._lenient = lenient
        self._next: dict[str, int] = {}
        self._seen: dict[tuple[str, int, int], int] = {}

    def samples(self) -> Iterator[Sample]:
        for numbered in rows_of(self._file):
            try:
                row = _read(numbered)
                problem = self._problem(row)
                made = list(self._samples_of(row, problem, numbered.number)) if problem.id in self._wanted else []
            except UsageError as error:
                self._bad(f"{numbered.place}: {error}", error.hint)
                continue
            self.loaded += len(made)
            yield from made

    def _samples_of(self, row: SampleRow, problem: Problem, number: int) -> Iterator[Sample]:
        if not row.texts and not row.may_be_empty:
            raise UsageError("the list of answers is empty", "each row needs at least one answer")
        first = row.sample if row.sample is not None else self._next.get(problem.id, 0)
        for offset, text in enumerate(row.texts):
            if not text.strip() and not (self._lenient or row.may_be_empty):
                raise UsageError("the sample is empty", "pass --lenient to count it as an answer without code")
            sample = first + offset
            if before := self._seen.get((problem.id, sample, row.turn)):
                raise UsageError(
                    f"sample {sample} of {problem.id} is already in line {before}", "give each sample a unique number"
                )
            self._seen[problem.id, sample, row.turn] = number
            self._next[problem.id] = max(self._next.get(problem.id, 0), sample + 1)
            raw = Sample(
                problem=problem.id,
                sample=sample,
                turn=row.turn,
                raw=text,
                code="",
                kind=row.kind,
                finish_reason=row.finish_reason,
            )
            yield with_code(problem, raw)

    def _problem(self, row: SampleRow) -> Problem:
        found = self._known.find(row)
        if found is None:
            known = row.problem or "with this question and these tests"
            raise UsageError(f"the benchmark has no problem {known}", "use samples made for this benchmark")
        return found

    def check_turns(self) -> None:
        """Report turns without the turn before them."""
        for problem, sample, turn in self._seen:
            if turn > 1 and (problem, sample, turn - 1) not in self._seen:
                self._bad(
                    f"{self._file}: sample {sample} of {problem} has turn {turn} but no turn {turn - 1}",
                    "add the missing row",
                )

    def _bad(self, message: str, hint: str) -> None:
        if not self._lenient:
            raise UsageError(message, hint)
        self.skipped.append(message)


def _read(row: NumberedRow) -> SampleRow:
    if row.fault:
        raise UsageError(row.fault, "write one JSON object per line")
    if not isinstance(row.value, dict):
        raise UsageError("not a JSON object", "write one JSON object per line")
    return read_row(row.value)


class _KnownProblems:
    """A benchmark's problems by id, by the last part of the id if that is unique, and by content."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._by_id: dict[str, Problem] = {}
        short: dict[str, list[Problem]] = {}
        content: dict[str, list[Problem]] = {}
        for problem in problems:
            self._by_id[problem.id] = problem
            short.setdefault(problem.id.rpartition("/")[2], []).append(problem)
            content.setdefault(content_key_of(problem), []).append(problem)
        self._by_short_id = {name: group[0] for name, group in short.items() if len(group) == 1}
        # Problems with identical content take turns: their rows are in the order of the benchmark.
        self._by_content: dict[str, Iterator[Problem]] = {key: itertools.cycle(group) for key, group in content.items()}

    def find(self, row: SampleRow) -> Problem | None:
        """Return the problem of a row; None if it is unknown."""
        if row.problem:
            return self._by_id.get(row.problem) or self._by_short_id.get(row.problem)
        found = self._by_content.get(row.content)
        return next(found) if found else None
