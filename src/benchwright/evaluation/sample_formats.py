"""Formats of sample files: the fields of a row, and how to read answers from it."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec

from benchwright.errors import UsageError
from benchwright.problems import Problem
from benchwright.problems.rows import language_id


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
