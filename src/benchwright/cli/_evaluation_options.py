"""Reads the options of an evaluation, and refuses what makes no sense."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.settings import Mode
    from benchwright.models.prompt import Prompt
    from benchwright.problems import Problem


def one_of(option: str, value: str, known: tuple[str, ...]) -> str:
    """A value that must be one of those known."""
    if value not in known:
        raise UsageError(f"{option} cannot be {value!r}", f"it is one of {', '.join(known)}")
    return value


def read_ks(text: str) -> tuple[int, ...]:
    """The k of pass@k, from a comma list."""
    try:
        ks = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        ks = ()
    if not ks or ks[0] < 1:
        raise UsageError(f"--k cannot be {text!r}", "it is a list of whole numbers, as in 1,5,10")
    return ks


def ks_for(text: str, n: int | None) -> tuple[int, ...]:
    """The same for a model that gives n answers: more cannot be chosen from."""
    ks = read_ks(text)
    if n is not None and ks[-1] > n:
        raise UsageError(f"pass@{ks[-1]} needs {ks[-1]} answers per problem", f"ask for them with -n {ks[-1]}")
    return ks


def refuse_with_samples(**given: bool) -> None:
    """What is said to a model says nothing about answers that are there already."""
    for name, told in given.items():
        if told:
            option = "-n" if name == "n" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is for --model", "a file of samples has the answers that it has")


def choose_prompt(name: str, mode: Mode) -> Prompt:
    """The prompt of this name or file, or that of the mode."""
    from benchwright.evaluate.prompts import default_prompt, find_prompt

    return find_prompt(name) if name else default_prompt(mode)


def file_digest(file: Path | None) -> str:
    """Of a file of samples: the job goes on only with the same."""
    if file is None:
        return ""
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()[:16]
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None


def references_digest(problems: dict[str, Problem]) -> str:
    """Tells the references of these problems from any others."""
    texts = "\0".join(f"{name}\0{problem.digest}" for name, problem in sorted(problems.items()))
    return hashlib.sha256(texts.encode(errors="surrogateescape")).hexdigest()[:16]
