"""The prompts of an evaluation, and the first request made from them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.settings import Mode, Sampling
from benchwright.languages import find_language
from benchwright.models import Message, Request
from benchwright.models.prompt import Prompt, messages_of
from benchwright.problems import Problem

_MARK = "write this function"
_STEP = "    "


def asks_for_function(problem: Problem) -> bool:
    """Whether the problem is a file with a hole in a named function. If the question already shows the code, it is
    asked as its author wrote it."""
    if not problem.entry_point or not problem.prefix.strip():
        return False
    return bool(problem.suffix.strip()) or problem.prefix.strip() not in problem.question


def visible_file(problem: Problem) -> str:
    """Return the file with the instruction in place of the missing body, as a docstring or comment; empty if the
    language's comment syntax is unknown."""
    sign = find_language(problem.language).comment
    if not sign:
        return ""
    indentation, begun = _indentation(problem), problem.prefix.rpartition("\n")[2]
    lines = _docstring(problem) if problem.language == "python" and not _is_documented(problem) else []
    lines = lines or [f"{sign} {line}".rstrip() for line in problem.question.strip().split("\n")]
    hole = "\n".join(f"{indentation}{line}" if line else "" for line in (*lines, f"{sign} {_MARK}"))
    start = "\n" if begun.strip() else ""
    end = "" if problem.suffix.startswith("\n") or not problem.suffix else "\n"
    return f"{problem.prefix}{start}{hole if start else hole.removeprefix(begun)}{end}{problem.suffix}".strip("\n")


def _docstring(problem: Problem) -> list[str]:
    text = problem.question.strip().replace("\\", "\\\\").replace('"""', "'''")
    return [f'"""{text.split(chr(10))[0]}', *text.split("\n")[1:], '"""'] if "\n" in text else [f'"""{text}"""']


def _is_documented(problem: Problem) -> bool:
    return problem.prefix.rstrip().endswith(('"""', "'''"))


def _indentation(problem: Problem) -> str:
    """Return the indentation of the body: that of the line before, or one level more if that line opens a block."""
    last = next((line for line in reversed(problem.prefix.split("\n")) if line.strip()), "")
    found = re.match(r"[ \t]*", last)
    own = found[0] if found else ""
    if last.rstrip().endswith((":", "{", "(", "=", "->", "do", "then")):
        return own + ("\t" if own.endswith("\t") or problem.language == "go" else _STEP)
    return own


FOLDER = Path(__file__).parent / "prompts"
_OTHER_PURPOSES = frozenset({"feedback", "shots", "tests"})
"""Prompts of later turns, of `derive complete` and of CodeT; the others ask for a solution."""


class DefaultPrompt(Prompt):
    """The default prompt of a mode: problems of a special kind replace it with their own."""


def find_prompt(name: str) -> Prompt:
    """Find a prompt by the path of its file or by the name of a built-in one."""
    own = FOLDER / f"{name}.jinja"
    if not Path(name).exists() and own.exists():
        return Prompt(own)
    if not Path(name).exists():
        known = ", ".join(sorted({file.stem for file in FOLDER.glob("*.jinja")} - _OTHER_PURPOSES))
        raise UsageError(f"unknown prompt {name!r}", f"pass a Jinja file, or choose from {known}")
    return Prompt(Path(name))


def default_prompt(mode: Mode) -> DefaultPrompt:
    """Return the built-in prompt of a mode."""
    return DefaultPrompt(FOLDER / f"{mode}.jinja")


def fitting_prompt(prompt: Prompt, mode: Mode, problem: Problem) -> Prompt:
    """Return the prompt to use for a problem: the default prompt is replaced for problems that ask for a function in a
    file."""
    free = mode == "chat" and isinstance(prompt, DefaultPrompt)
    return Prompt(FOLDER / "function.jinja") if free and asks_for_function(problem) else prompt


def prompts_digest(prompt: Prompt, mode: Mode, problems: Iterable[Problem]) -> str:
    """Identify the set of prompts that these problems are asked with."""
    return "+".join(sorted({fitting_prompt(prompt, mode, problem).digest for problem in problems} or {prompt.digest}))


def first_request(
    prompt: Prompt, mode: Mode, problem: Problem, sampling: Sampling, *, sample: int = 0, system: str = ""
) -> Request:
    """Return the first request for a problem."""
    values = {"problem": problem, "language": find_language(problem.language), "file": visible_file(problem)}
    prompt = fitting_prompt(prompt, mode, problem)
    if mode == "chat":
        system_text = system or (prompt.render("system", **values) if prompt.has("system") else "")
        messages = messages_of(system=system_text, user=prompt.render("user", **values))
        return _request(sampling, sample, mode, messages=messages)
    suffix = prompt.render("suffix", **values) if mode == "infill" else ""
    request = _request(sampling, sample, mode, prompt=prompt.render("prompt", **values), suffix=suffix)
    # A base model does not know where to stop; the benchmark may. Endpoints accept at most four stop sequences.
    return msgspec.structs.replace(request, stop=(*sampling.stop, *problem.stop)[:4])


def _request(
    sampling: Sampling,
    sample: int,
    mode: Mode,
    *,
    messages: tuple[Message, ...] = (),
    prompt: str = "",
    suffix: str = "",
) -> Request:
    # Each sample needs its own seed, otherwise all samples would be identical.
    seed = None if sampling.seed is None else sampling.seed + sample
    return Request(
        kind=mode,
        messages=messages,
        prompt=prompt,
        suffix=suffix,
        sample=sample,
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        max_tokens=sampling.max_tokens,
        stop=sampling.stop,
        seed=seed,
    )
