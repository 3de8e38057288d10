"""Where a row of training data comes from."""

from __future__ import annotations

import re

import msgspec

from benchwright.models import Message

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
