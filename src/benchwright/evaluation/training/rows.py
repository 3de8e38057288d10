"""What rows of training data are made of: options, lineage, chat messages, and the tally of what was left out."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

import msgspec

from benchwright.models import Message

Answers = Literal["raw", "code"]
"""The model's text as it came, or its code alone in a fence."""


Prefer = Literal["first", "shortest"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """A kind reads those that concern it."""

    answers: Answers = "raw"
    """Whether an answer is the model's text as it came, or its code alone in a fence."""
    per_problem: int | None = None
    """Most rows of one problem; None: all, and of pairs one."""
    prefer: Prefer = "first"
    """sft: which samples come first when not all are taken."""
    references: bool = False
    """sft: whether the references are answers too."""
    turns: bool = False
    """sft: whether a sample of a later turn comes with the chat before it."""


_FOLDERS = re.compile(r"^(\w+:)?(?:[a-zA-Z]:)?[/\\](?:[^@]*[/\\])?")
"""Of a model that is named by where its weights lie, after its provider."""


class Lineage(msgspec.Struct, frozen=True, kw_only=True):
    """Every field is in every row, so that all rows have the same columns."""

    job: str
    """Name of the job's folder, or of the file of problems, without the folders above it."""
    benchmark: str
    """Fingerprint of its problems."""
    digest: str
    """Digest of the problem's reference and tests."""
    model: str = ""
    """Who answered: `provider:name`, or the digest of a file of samples; empty for a reference or a task."""
    endpoint_model: str = ""
    """The model's name as its endpoint gave it."""
    prompt: str
    """Digest of the prompt file that the row's question was written with."""
    asked: str = ""
    """Digest of the prompt file that the model was asked with; empty where that is not known."""
    sample: int | None = None
    """Which of the problem's answers; null for a reference or a task."""
    turn: int | None = None
    """Which attempt of this one, counted from 1."""
    verdict: str = ""
    """What it earned; empty where nothing was judged."""
    canary: bool | None = None
    """Whether a pass was held against canaries; null where nothing was judged."""
    toolchain: str = ""
    """What it was judged with."""


def without_folders(name: str) -> str:
    """The name of a model without the folders of somebody's machine, as in `openai:/models/my-model@URL`."""
    return _FOLDERS.sub(r"\1", name)


def answer(text: str) -> tuple[Message, ...]:
    """What the assistant says."""
    return (Message(role="assistant", content=text),)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What an export came to."""

    kind: str
    """sft, pairs or rl."""
    rows: int
    """Rows that were written."""
    problems: int
    """Problems that have a row."""
    left_out: dict[str, int]
    """Reason → how many gave no row for it: samples, or problems where the reason or the kind speaks of problems."""
    contaminated: dict[str, dict[str, int]]
    """Benchmark → reason → how many were left out because the benchmark has them."""

    @property
    def reasons(self) -> str:
        """What was left out, in one line."""
        parts = [f"{number} {reason}" for reason, number in self.left_out.items()]
        for name, found in self.contaminated.items():
            parts += [f"{number} also in {name} ({reason})" for reason, number in found.items()]
        return ", ".join(parts)


class Tally:
    """Counts while rows are made."""

    def __init__(self) -> None:
        self.rows = 0
        self.problems = 0
        self._left_out: Counter[str] = Counter()
        self._contaminated: dict[str, Counter[str]] = {}

    def leave_out(self, reason: str, number: int = 1) -> None:
        """So many give no row, for this reason."""
        if number:
            self._left_out[reason] += number

    def contaminated(self, benchmark: str, reason: str, number: int = 1) -> None:
        """So many are in a benchmark that they must not be in."""
        if number:
            self._contaminated.setdefault(benchmark, Counter())[reason] += number

    def summary(self, kind: str) -> Summary:
        """The counts, in an order that is always the same."""
        return Summary(
            kind=kind,
            rows=self.rows,
            problems=self.problems,
            left_out=dict(sorted(self._left_out.items())),
            contaminated={name: dict(sorted(found.items())) for name, found in sorted(self._contaminated.items())},
        )
