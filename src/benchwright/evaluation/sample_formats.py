"""Formats of sample files: what each row looks like, and the answers it holds."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec

from benchwright.errors import UsageError
from benchwright.problems import Problem
from benchwright.problems.rows import language_id


class SampleRow(msgspec.Struct, frozen=True, kw_only=True):
    """The samples of one row: one or several answers to one problem."""

    problem: str = ""
    """The problem's id; empty where the row has none."""
    content: str = ""
    """Else what the problem is known by: `content_key` of its question and tests."""
    texts: tuple[str, ...]
    """The answers; none where the row says that there is none."""
    kind: Literal["answer", "completion", "solution"]
    """What they are: answers to the question, completions of the prefix, solutions as they stand."""
    sample: int | None = None
    """Which sample the first is; None: the next."""
    turn: int = 1
    """Which attempt, counted from 1."""
    finish_reason: str = ""
    """Why the model stopped, if told."""
    may_be_empty: bool = False
    """Whether an answer without any text is known to be one."""


def texts_of(given: str | tuple[str, ...]) -> tuple[str, ...]:
    """Where a field holds one text or a list of them."""
    return (given,) if isinstance(given, str) else given


def content_key(language: str, question: str, full_tests: str) -> str:
    """Knows a problem by what it says."""
    return hashlib.sha256("\0".join((language, question, full_tests)).encode(errors="surrogateescape")).hexdigest()


def content_key_of(problem: Problem) -> str:
    """That of a problem."""
    return content_key(problem.language, problem.question, problem.tests.get("full", ""))


class SampleFormat(Protocol):
    """One format: a record with the fields that we read of a row."""

    FIELDS: ClassVar[frozenset[str]]
    """A row that has these is of this format; the format with the most fields wins."""

    def read(self) -> SampleRow:
        """The answers of the row."""
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
    """samples.jsonl of a job: the answer in `raw`, with the number of the sample and the turn."""

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
            raise UsageError("the field `raw` is missing", "a row has problem and raw")
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
    """human-eval and EvalPlus: a `completion` of the prompt, or several."""

    FIELDS: ClassVar[frozenset[str]] = frozenset({"task_id", "completion"})

    task_id: str | int
    completion: str | tuple[str, ...]

    def read(self) -> SampleRow:
        return SampleRow(problem=str(self.task_id), texts=texts_of(self.completion), kind="completion")


class EvalPlusSolution(msgspec.Struct, frozen=True, kw_only=True):
    """EvalPlus and BigCodeBench: a whole `solution`, or several."""

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
    """The answers of a row in any known format; UsageError for anything else."""
    fitting = [each for each in SAMPLE_FORMATS if fields.keys() >= each.FIELDS]
    if not fitting:
        given = ", ".join(sorted(fields))
        raise UsageError(f"no known sample format has the fields {given}", f"known are {known_fields()}")
    chosen = max(fitting, key=lambda each: len(each.FIELDS))
    try:
        return msgspec.convert(fields, chosen).read()
    except msgspec.ValidationError as error:
        raise UsageError(str(error), f"a row of this format has {_named(chosen)}") from None


def known_fields() -> str:
    """The fields of every format, for messages."""
    return "; ".join(map(_named, SAMPLE_FORMATS))


def _named(each: type[SampleFormat]) -> str:
    return " + ".join(sorted(each.FIELDS))
