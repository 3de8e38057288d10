"""Parts of training data rows: options, lineage, chat messages, and the tally of what was left out."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

import msgspec

from benchwright.models import Message

Answers = Literal["raw", "code"]
"""The model's text unchanged, or only its code in a fence."""


Prefer = Literal["first", "shortest"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of an export. Each kind reads those that concern it."""

    answers: Answers = "raw"
    """Whether an answer is the model's text unchanged, or only its code in a fence."""
    per_problem: int | None = None
    """Maximum number of rows per problem; None: all, or one for pairs."""
    prefer: Prefer = "first"
    """sft: which samples come first if not all are used."""
    references: bool = False
    """sft: whether references are included as answers."""
    turns: bool = False
    """sft: whether a sample of a later turn includes the chat before it."""


_FOLDERS = re.compile(r"^(\w+:)?(?:[a-zA-Z]:)?[/\\](?:[^@]*[/\\])?")
"""The folders in the name of a model that is given as the path of its weights, after its provider."""


class Lineage(msgspec.Struct, frozen=True, kw_only=True):
    """Origin of a row. Every row has every field, so that all rows have the same columns."""

    job: str
    """Name of the job directory, or of the file of problems, without parent folders."""
    benchmark: str
    """Fingerprint of the source's problems."""
    digest: str
    """Digest of the problem's reference and tests."""
    model: str = ""
    """Source of the answer: `provider:name`, or the digest of a file of samples; empty for a reference or a task."""
    endpoint_model: str = ""
    """Name of the model as reported by its endpoint."""
    prompt: str
    """Digest of the prompt file that the row's question was written with."""
    asked: str = ""
    """Digest of the prompt file that the model was asked with; empty if unknown."""
    sample: int | None = None
    """Number of the sample; null for a reference or a task."""
    turn: int | None = None
    """Number of the attempt, from 1; null for a reference or a task."""
    verdict: str = ""
    """Verdict of the answer; empty if nothing was judged."""
    canary: bool | None = None
    """Whether a pass was confirmed with altered tests (canaries); null if nothing was judged."""
    toolchain: str = ""
    """Toolchain that it was judged with."""


def without_folders(name: str) -> str:
    """Remove local folders from a model's name, as in `openai:/models/my-model@URL`."""
    return _FOLDERS.sub(r"\1", name)


def answer(text: str) -> tuple[Message, ...]:
    """Return the assistant's message."""
    return (Message(role="assistant", content=text),)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Result of an export."""

    kind: str
    """One of sft, pairs or rl."""
    rows: int
    """Number of rows written."""
    problems: int
    """Number of problems with at least one row."""
    left_out: dict[str, int]
    """Reason → how many gave no row: samples, or problems if the reason or the kind is about problems."""
    contaminated: dict[str, dict[str, int]]
    """Benchmark → reason → how many were left out because they also occur in the benchmark."""

    @property
    def reasons(self) -> str:
        """Return what was left out, in one line."""
        parts = [f"{number} {reason}" for reason, number in self.left_out.items()]
        for name, found in self.contaminated.items():
            parts += [f"{number} also in {name} ({reason})" for reason, number in found.items()]
        return ", ".join(parts)


class Tally:
    """Counts rows and what is left out."""

    def __init__(self) -> None:
        self.rows = 0
        self.problems = 0
        self._left_out: Counter[str] = Counter()
        self._contaminated: dict[str, Counter[str]] = {}

    def leave_out(self, reason: str, number: int = 1) -> None:
        """Count `number` items that give no row for this reason."""
        if number:
            self._left_out[reason] += number

    def contaminated(self, benchmark: str, reason: str, number: int = 1) -> None:
        """Count `number` items that also occur in a benchmark."""
        if number:
            self._contaminated.setdefault(benchmark, Counter())[reason] += number

    def summary(self, kind: str) -> Summary:
        """Return the counts in a stable order."""
        return Summary(
            kind=kind,
            rows=self.rows,
            problems=self.problems,
            left_out=dict(sorted(self._left_out.items())),
            contaminated={name: dict(sorted(found.items())) for name, found in sorted(self._contaminated.items())},
        )
