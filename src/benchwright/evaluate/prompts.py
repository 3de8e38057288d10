"""The prompts of evaluation, and the first request that each makes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.holes import asks_for_function, file_shown
from benchwright.evaluate.settings import Mode, Sampling
from benchwright.languages import find_language
from benchwright.models import Message, Request
from benchwright.models.prompt import Prompt, said
from benchwright.problems import Problem

FOLDER = Path(__file__).parent / "prompts"


class DefaultPrompt(Prompt):
    """The prompt of a mode, that nobody chose: problems of a special kind are asked with their own."""


def find_prompt(name: str) -> Prompt:
    """A prompt file, or one of those that come with us by its name."""
    own = FOLDER / f"{name}.jinja"
    if not Path(name).exists() and own.exists():
        return Prompt(own)
    if not Path(name).exists():
        known = ", ".join(sorted(file.stem for file in FOLDER.glob("*.jinja")))
        raise UsageError(f"there is no prompt {name}", f"name a Jinja file, or one of {known}")
    return Prompt(Path(name))


def default_prompt(mode: Mode) -> DefaultPrompt:
    """The prompt that comes with us."""
    return DefaultPrompt(FOLDER / f"{mode}.jinja")


def fitting_prompt(prompt: Prompt, mode: Mode, problem: Problem) -> Prompt:
    """The prompt itself; for a problem that asks for a function of a file the one for such, unless somebody chose."""
    free = mode == "chat" and isinstance(prompt, DefaultPrompt)
    return Prompt(FOLDER / "function.jinja") if free and asks_for_function(problem) else prompt


def prompts_digest(prompt: Prompt, mode: Mode, problems: Iterable[Problem]) -> str:
    """Tells the prompts that these problems are asked with from any others."""
    return "+".join(sorted({fitting_prompt(prompt, mode, problem).digest for problem in problems} or {prompt.digest}))


def first_request(
    prompt: Prompt, mode: Mode, problem: Problem, sampling: Sampling, *, sample: int = 0, system: str = ""
) -> Request:
    """What is asked about a problem."""
    values = {"problem": problem, "language": find_language(problem.language), "file": file_shown(problem)}
    prompt = fitting_prompt(prompt, mode, problem)
    if mode == "chat":
        told = system or (prompt.render("system", **values) if prompt.has("system") else "")
        messages = said(system=told, user=prompt.render("user", **values))
        return _request(sampling, sample, mode, messages=messages)
    suffix = prompt.render("suffix", **values) if mode == "infill" else ""
    request = _request(sampling, sample, mode, prompt=prompt.render("prompt", **values), suffix=suffix)
    # A base model does not know where to end; the benchmark may. Endpoints take four at most.
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
    # Each sample has a seed of its own, or all would be the same.
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
